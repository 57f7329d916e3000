"""Gazetteer: small lists of names and of the words around names, in English, German, French and Spanish.

They were written from general knowledge, in lower case without accents, as `tamis.text.word_overlap.fold` produces it.
They are meant to find enough names to compare texts, not all of them.
"""
