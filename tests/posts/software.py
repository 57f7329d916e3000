"""Small threads in the markup of well-known forum software, with the same four posts."""

from __future__ import annotations

from typing import NamedTuple


class Written(NamedTuple):
    """A post as its user wrote it."""

    number: int
    user: str
    date: str
    iso: str
    text: str


POSTS = (
    Written(
        101,
        "millwright",
        "3 May 2021, 10:12",
        "2021-05-03",
        "The wheel of my old tide mill squeaks whenever the water rises above the second step, and I cannot find out "
        "why. The bearings are new, the shaft is straight, and I have greased all of it twice.",
    ),
    Written(
        102,
        "Ann Field",
        "3 May 2021, 11:40",
        "2021-05-03",
        "Have you looked at the sluice? Mine made the same noise until a beam was replaced last winter.",
    ),
    Written(
        103,
        "bert_low",
        "4 May 2021, 08:05",
        "2021-05-04",
        "It is nearly always the lower bearing. Wet oak swells, and then the pin runs dry on one side only.",
    ),
    Written(
        104,
        "millwright",
        "6 May 2021, 19:30",
        "2021-05-06",
        "You were right about the lower bearing, it runs without a sound now. Thank you both for your help!",
    ),
)
TITLE = "Squeaking wheel in a tide mill"


def thread(posts: str, *, head: str = "", body: str = "", before: str = "", after: str = "") -> str:
    """Write a page with a title, posts, a menu and a footer."""
    return (
        f"<!doctype html><html lang=en><head><title>{TITLE}</title>{head}</head><body {body}>"
        f"<nav><ul><li><a href=/>Home</a><li><a href=/forum>Forum</a><li><a href=/members>Members</a></ul></nav>"
        f"<div id=content><h1>{TITLE}</h1>{before}{posts}{after}</div>"
        f"<footer><p>All times are UTC. <a href=/terms>Terms</a> <a href=/privacy>Privacy</a></p></footer>"
    )


def each(template: str) -> str:
    """Write all posts by a template with the fields of `Written`."""
    return "".join(template.format(**post._asdict()) for post in POSTS)


PHPBB = thread(
    each(
        "<div id='p{number}' class='post has-profile bg1'><div class=inner><dl class=postprofile><dt><a "
        "href='./memberlist.php?mode=viewprofile&amp;u=1{number}' class=username>{user}</a></dt><dd "
        "class=profile-posts>"
        "<strong>Posts:</strong> 24</dd><dd class=profile-joined><strong>Joined:</strong> 17 Jul 2011</dd></dl>"
        "<div class=postbody><h3><a href='#p{number}'>Re: " + TITLE + "</a></h3><p class=author>by <a class=username "
        "href='./memberlist.php?mode=viewprofile&amp;u=1{number}'>{user}</a> » {date}</p><div "
        "class=content>{text}</div>"
        "<div class=signature>Old mills never die, they only grind to a halt.</div></div><div class=back2top><a "
        "href=#top>Top</a></div></div></div>"
    ),
    body="id=phpbb",
)
XENFORO = thread(
    each(
        "<article class='message message--post js-post' data-author='{user}' id=js-post-{number}><div "
        "class=message-inner>"
        "<div class='message-cell message-cell--user'><section class=message-user><h4 class=message-name><a "
        "class=username "
        "href=/members/m.1{number}/>{user}</a></h4><h5 class=userTitle>New member</h5></section></div><div "
        "class='message-cell message-cell--main'><header class=message-attribution><a "
        "href=/threads/mill.7/post-{number}>"
        "<time datetime='{iso}T09:00:00+0000'>{date}</time></a><a "
        "href=/threads/mill.7/post-{number}>#1</a></header><div "
        "class=message-content><article class=message-body><div class=bbWrapper>{text}</div></article></div><aside "
        "class=message-signature><div class=bbWrapper>Sent from my water mill</div></aside></div></div></article>"
    ),
    body="class=template-thread_view",
)
VBULLETIN = thread(
    "<ol id=posts class=posts>"
    + each(
        "<li class='postbitlegacy postbitim postcontainer old' id=post_{number}><div class=posthead><span "
        "class='postdate old'>"
        "<span class=date>{date}</span></span><span class=nodecontrols><a name=post{number} href=threads/7?p={number}"
        "#post{number} class=postcounter>#1</a></span></div><div class=postdetails><div class=userinfo><div "
        "class=username_container><a class='username offline' "
        "href=members/1{number}><strong>{user}</strong></a></div><dl "
        "class=userinfo_extra><dt>Join Date</dt><dd>1 Jan 2004</dd></dl></div><div class=postbody><div class=postrow>"
        "<div class=content><div id=post_message_{number}><blockquote class='postcontent restore'>{text}</blockquote>"
        "</div></div></div></div></div><div class=postfoot><a href=#q>Reply With Quote</a></div></li>"
    )
    + "</ol>",
    head="<meta name=generator content='vBulletin 4.2.2'>",
)
DISCOURSE = thread(
    each(
        "<div id=post_{number} itemscope itemtype=http://schema.org/DiscussionForumPosting class='topic-body "
        "crawler-post'>"
        "<div class=crawler-post-meta><span class=creator itemprop=author itemscope "
        "itemtype=http://schema.org/Person><a "
        "itemprop=url href=/u/1{number}><span itemprop=name>{user}</span></a></span><span "
        "class=crawler-post-infos><time "
        "itemprop=datePublished datetime={iso}T09:00:00Z class=post-time>{date}</time></span></div><div class=post "
        "itemprop=text><p>{text}</p></div></div>"
    ),
    head="<meta name=generator content='Discourse 3.1'>",
)
SMF = thread(
    "<div id=forumposts>"
    + each(
        "<div class=windowbg><span id=msg{number}></span><div class=post_wrapper><div class=poster><h4><a "
        "href=/index.php?action=profile;u=1{number} title='View the profile'>{user}</a></h4><ul><li class=membergroup>"
        "Full Member</li><li class=postcount>Posts: 120</li></ul></div><div class=postarea><div class=keyinfo><h5 "
        "id=subject_{number}><a href=/index.php?topic=9.msg{number}#msg{number}>Re: mill</a></h5><div "
        "class=smalltext>« on: "
        "{date} »</div></div><div class=post><div class=inner id=msg_{number}>{text}</div></div></div><div "
        "class=moderatorbar><div class=signature>Water is patient.</div></div></div></div>"
    )
    + "</div>",
)
INVISION = thread(
    each(
        "<article id=elComment_{number} class='cPost ipsComment'><aside class=ipsComment_author><h3 "
        "class=cAuthorPane_author><a href=/profile/1{number}-x/ class=ipsType_break>{user}</a></h3><ul><li>Members</li>"
        "<li>33 posts</li></ul></aside><div id=comment-{number}_wrap class=ipsComment_content><div "
        "class=ipsComment_meta><p>"
        "<a href='/topic/7/?do=findComment&amp;comment={number}'>Posted <time "
        "datetime={iso}T09:00:00Z>{date}</time></a></p>"
        "</div><div class='cPost_contentWrap'><div data-role=commentContent "
        "class='ipsType_richText'><p>{text}</p></div>"
        "</div></div></article>"
    ),
)
MYBB = thread(
    each(
        "<div class='post classic' id=post_{number}><div class='post_author scaleimages'><div class=author_information>"
        "<strong><span class=largetext><a href=member.php?action=profile&amp;uid=1{number}>{user}</a></span></strong>"
        "<span class=smalltext>Junior Member</span></div><div class=author_statistics>Posts: 12<br>Joined: Feb "
        "2015</div>"
        "</div><div class=post_content><div class=post_head><span class=post_date>{date}</span><div class=float_right>"
        "<a href=showthread.php?tid=7&amp;pid={number}#pid{number}>#1</a></div></div><div class='post_body "
        "scaleimages' "
        "id=pid_{number}>{text}</div></div></div>"
    ),
)
QUESTIONS = thread(
    "<div id=question class=question itemscope itemtype=https://schema.org/Question><div class=postcell><div "
    "itemprop=text class=js-post-body><p>{q.text}</p></div><div class=user-info><time itemprop=dateCreated "
    "datetime={q.iso}T09:00:00>asked {q.date}</time><div class=user-details itemprop=author itemscope "
    "itemtype=http://schema.org/Person><a href=/users/1><span itemprop=name>{q.user}</span></a></div></div></div></div>"
    "<h2>3 Answers</h2>".format(q=POSTS[0])
    + "".join(
        f"<div id=answer-{post.number} class=answer itemprop=suggestedAnswer itemscope "
        f"itemtype=https://schema.org/Answer><div class=votecell>4</div><div class=answercell><div itemprop=text "
        f"class=js-post-body><p>{post.text}</p></div><div class=user-info><time itemprop=dateCreated "
        f"datetime={post.iso}T09:00:00>answered {post.date}</time><div class=user-details itemprop=author itemscope "
        f"itemtype=http://schema.org/Person><a href=/users/{post.number}><span "
        f"itemprop=name>{post.user}</span></a></div>"
        f"</div></div></div>"
        for post in POSTS[1:]
    ),
    head='<script type="application/ld+json">{"@context":"https://schema.org","@type":"QAPage"}</script>',
)
NESTED = thread(
    "<ul class=commentlist>"
    + "".join(
        f"<li class='comment depth-{depth}' id=comment-{post.number}><div class=comment-entry><div "
        f"class=comment-author><a "
        f"href=/user/{post.user.replace(' ', '-')}>{post.user}</a></div><div class=comment-meta>{post.date}</div><div "
        f"class=comment-text><p>{post.text}</p></div><a class=reply-link href=#>Reply</a></div><ul class=children>"
        for depth, post in enumerate(POSTS)
    )
    + "</ul></li>" * len(POSTS)
    + "</ul>",
)
UNKNOWN = thread(
    "<section class=zq>"
    + each(
        "<section class='kk a{number}'><aside class=rr><b>{user}</b><i>Miller of the first class</i></aside><div "
        "class=vv>"
        "<span class=tt>{date}</span><div class=ww><p>{text}</p></div><p class=uu><a href=#r>Answer</a> <a "
        "href=#c>Complain</a></p></div></section>"
    )
    + "</section>",
)
FLAT = thread(
    "<div class=zq>"
    + each("<p class=rr><a href=/user/{number}>{user}</a>, {date}</p><p class=ww>{text}</p>")
    + "</div>",
)
ALL = {
    "phpBB": PHPBB,
    "XenForo": XENFORO,
    "vBulletin": VBULLETIN,
    "Discourse": DISCOURSE,
    "SMF": SMF,
    "Invision": INVISION,
    "MyBB": MYBB,
    "questions and answers": QUESTIONS,
    "nested comments": NESTED,
    "unknown software": UNKNOWN,
    "lines without elements around them": FLAT,
}
