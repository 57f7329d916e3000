"""What the short lines around an article say, in many languages: headings of boxes, labels, buttons.

English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Swedish, Danish, Norwegian, Finnish, Czech,
Slovak, Hungarian, Romanian, Russian, Ukrainian, Bulgarian, Greek, Turkish, Arabic, Hebrew, Persian, Hindi, Chinese,
Japanese, Korean, Indonesian, Vietnamese, in this order in each list, as far as it goes.
"""
