"""Reading aloud: an article as passages to speak, written as a plain text or as SSML.

A voice has no layout, so what a reader sees is announced in words, in the article's language.
"""
