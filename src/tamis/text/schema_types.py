"""Schema.org types that pages declare."""

from __future__ import annotations

from tamis.text.lists import word_set

SCHEMA_ARTICLES = word_set(
    """
    Article NewsArticle BlogPosting ReportageNewsArticle OpinionNewsArticle AnalysisNewsArticle
    AskPublicNewsArticle BackgroundNewsArticle ReviewNewsArticle TechArticle ScholarlyArticle
    MedicalScholarlyArticle SatiricalArticle AdvertiserContentArticle LiveBlogPosting SocialMediaPosting
    DiscussionForumPosting Report
    """
)
"""Article and its subtypes."""
ARTICLE_TYPES = SCHEMA_ARTICLES | word_set(
    "APIReference Posting Blogposting MediaReview CriticReview ClaimReview Column"
)
"""Types that pages declare for articles: these, kinds of review, and names that schema.org does not have."""
ARTICLE_TYPES_FOLDED = frozenset(map(str.casefold, ARTICLE_TYPES))
"""The article types in lower case, for comparing with OpenGraph's types."""
WORK_TYPES = word_set(
    """
    Recipe HowTo VideoObject PodcastEpisode AudioObject Question Book Chapter Movie TVEpisode CreativeWork
    Review Course LearningResource Event Photograph ImageGallery MediaGallery Quiz Guide SpecialAnnouncement
    JobPosting Dataset Product SoftwareApplication SoftwareSourceCode MedicalWebPage RadioEpisode Episode
    Clip
    """
)
"""Types of other works that a page may consist of: recipes, videos, products …"""
PAGE_TYPES = word_set(
    """
    WebPage ItemPage AboutPage ContactPage CollectionPage FAQPage QAPage ProfilePage CheckoutPage
    SearchResultsPage HealthTopicContent WebContent
    """
)
"""Types of pages that do not say what the page is about."""
