"""The figures that the papers report, in percent as printed.

- T. Weninger, W. H. Hsu, J. Han: *CETR: Content Extraction via Tag Ratios*, WWW 2010, tables 1 to 4. The copy at
  hand has lost the order of some figures. The means of the two CleanEval sets and of the five sites say which figures
  are of one column; which column is recall, the text: CETR-TM has "a very high recall rate". So on CleanEval and on
  Myriad 40 the greater of the two is given as recall. Of VIPS on Big 5, NYTimes and BBC the least is given to Big 5,
  where most methods are at their worst. For CETR on Chinese CleanEval, tables 3 and 4 differ (86.69, 86.62), as they
  do for CETR-TM on Big 5 (81.23, 81.27) and CETR-KM on English CleanEval. F1 on a source is that of its precision and
  recall.
- G. Adam, C. Bouras, V. Poulopoulos: *CUTER: an Efficient Useful Text Extraction Mechanism*, AINA Workshops 2009,
  table 2.
- R. Ferreira et al.: *Appling Link Target Identification and Content Extraction to improve Web News Summarization*,
  DocEng 2016, table 2.
"""

from __future__ import annotations

from typing import NamedTuple

from tamis_bench.page_class import PageClass


class Figures(NamedTuple):
    """Recall, precision and F1 of a method on a source, in percent."""

    recall: float | None
    precision: float | None
    f1: float


class Method(NamedTuple):
    """A method by the paper's name, and the strategy that implements it; None if tamis does not have it."""

    name: str
    strategy: str | None


CETR_TM = Method("CETR-TM", "cetr:method=threshold")
CETR_KM = Method("CETR-KM", "cetr:method=kmeans")
CETR = Method("CETR", "cetr")

CETR_BY_SOURCE: dict[Method, dict[str, Figures]] = {
    CETR_TM: {
        "CleanEval Eng": Figures(97.52, 90.92, 94.10),
        "CleanEval Zh": Figures(89.03, 84.21, 86.55),
        "CleanEval": Figures(93.27, 87.56, 90.33),
        "Myriad 40": Figures(95.31, 87.86, 91.44),
        "NY Post": Figures(100.0, 65.43, 79.10),
        "Freep": Figures(96.94, 63.93, 77.05),
        "Suntimes": Figures(100.0, 59.97, 74.97),
        "Techweb": Figures(100.0, 61.64, 76.27),
        "Tribune": Figures(98.74, 99.13, 98.94),
        "Big 5": Figures(99.14, 70.02, 81.23),
        "NYTimes": Figures(100.0, 94.38, 97.11),
        "BBC": Figures(97.41, 99.12, 98.26),
    },
    CETR_KM: {
        "CleanEval Eng": Figures(96.85, 92.98, 94.88),
        "CleanEval Zh": Figures(95.65, 78.95, 86.50),
        "CleanEval": Figures(96.25, 85.96, 90.69),
        "Myriad 40": Figures(95.87, 92.54, 94.17),
        "NY Post": Figures(100.0, 76.64, 86.78),
        "Freep": Figures(92.44, 82.78, 87.34),
        "Suntimes": Figures(98.97, 96.28, 97.61),
        "Techweb": Figures(100.0, 78.21, 87.78),
        "Tribune": Figures(93.50, 100.0, 96.64),
        "Big 5": Figures(96.98, 86.78, 91.23),
        "NYTimes": Figures(99.64, 97.18, 98.40),
        "BBC": Figures(94.19, 100.0, 97.01),
    },
    CETR: {
        "CleanEval Eng": Figures(96.66, 92.86, 94.72),
        "CleanEval Zh": Figures(92.31, 81.72, 86.69),
        "CleanEval": Figures(94.49, 87.29, 90.71),
        "Myriad 40": Figures(96.84, 92.68, 94.72),
        "NY Post": Figures(94.18, 83.57, 88.56),
        "Freep": Figures(92.44, 83.57, 87.78),
        "Suntimes": Figures(98.01, 99.86, 98.93),
        "Techweb": Figures(100.0, 76.34, 86.59),
        "Tribune": Figures(94.73, 99.61, 97.11),
        "Big 5": Figures(95.87, 88.59, 91.82),
        "NYTimes": Figures(99.26, 97.18, 98.21),
        "BBC": Figures(95.04, 100.0, 97.46),
    },
}
"""CETR's tables 1 to 3."""

CETR_SOURCES = ("CleanEval Eng", "CleanEval Zh", "Myriad 40", "Big 5", "NYTimes", "BBC", "average")

CETR_F1: dict[Method, tuple[float | None, ...]] = {
    Method("FE", "fe"): (7.86, 3.50, 4.63, 8.27, 2.35, 17.14, 7.29),
    Method("KFE", "kfe"): (89.19, 45.68, 71.41, 71.36, 94.30, 78.13, 75.01),
    Method("BTE", "bte"): (93.13, 18.52, 68.97, 64.58, 93.49, 63.93, 67.10),
    Method("DSC", "dsc"): (80.92, 5.00, 84.59, 81.54, 89.69, 80.96, 70.45),
    Method("ADSC", "adsc"): (86.70, 5.13, 86.41, 80.27, 96.06, 96.64, 75.20),
    Method("LQ", "lqf"): (91.96, 58.47, 70.25, 54.96, 93.42, 64.00, 72.18),
    Method("LP", "lp"): (49.65, 55.41, 83.11, 25.89, 97.35, 90.48, 66.98),
    Method("CCB", "ccb"): (91.57, 58.99, 77.05, 68.21, 98.09, 71.90, 77.64),
    Method("MSS", "mss"): (91.98, None, 94.64, 95.13, None, None, 93.92),
    Method("VIPS", "vips"): (93.41, 39.43, 92.97, 84.77, 95.59, 95.61, 83.63),
    CETR_TM: (94.10, 86.55, 91.44, 81.27, 97.11, 98.26, 91.45),
    CETR_KM: (94.68, 86.50, 94.17, 91.23, 98.40, 97.01, 93.66),
    CETR: (94.72, 86.62, 94.72, 91.82, 98.21, 97.46, 93.93),
}
"""CETR's table 4: F1 on each of the sources."""

CUTER_BY_CLASS: dict[PageClass, tuple[float, float]] = {
    PageClass.SINGLE: (96.71, 3.40),
    PageClass.MULTI: (90.46, 6.55),
    PageClass.COMMENTS: (91.91, 6.06),
}
"""CUTER's accuracy and noise by class of page."""

FERREIRA_ON_CNN: dict[Method, Figures] = {
    Method("proposed system", "ferreira"): Figures(71.37, 50.13, 58.90),
    Method("boilerpipe", "boilerpipe"): Figures(60.79, 49.17, 54.36),
    Method("DSC + LQF", "vote:names=dsc+lqf,votes=2"): Figures(41.63, 58.57, 48.66),
    Method("text-to-tag ratio", "cetr:method=threshold"): Figures(5.18, 8.54, 6.44),
}
"""Scores of words as a set, on news from CNN.

The paper's text-to-tag ratio is the predecessor of CETR, so CETR-TM is used for it.
"""
