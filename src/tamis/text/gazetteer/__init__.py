"""Small lists of names and of the words around names, in English, German, French and Spanish.

Written from general knowledge, in lower case without accents, as `tamis.text.word_overlap.fold` makes them. They are
meant to find enough names for texts to be compared, not all of them.
"""
