"""Ends of sentences, in many languages."""

from __future__ import annotations

import random
import sys

import pytest

from tamis.text.sentences import Sentence, split_sentences

# Each line: a language and its sentences, with a bar where the text has a space, and a double bar where it has nothing.
ONE_AFTER_THE_OTHER = """
th: อุโมงค์ใต้ท่าเรือจะเปิดในเดือนพฤษภาคมหลังจากก่อสร้างมาเก้าปี | รถโดยสารประจำทางจะใช้อุโมงค์ก่อนเป็นอันดับแรก
lo: ອຸໂມງໃຕ້ທ່າເຮືອຈະເປີດໃນເດືອນພຶດສະພາຫຼັງຈາກກໍ່ສ້າງມາເກົ້າປີ | ລົດເມຈະໃຊ້ອຸໂມງກ່ອນເປັນອັນດັບທຳອິດໃນເມືອງ
km: ផ្លូវរូងក្រោមដីនៅកំពង់ផែនឹងបើកនៅខែឧសភាបន្ទាប់ពីការសាងសង់ | រថយន្តក្រុងនឹងប្រើផ្លូវរូងក្រោមដីមុនគេបង្អស់
en: It rained all night. | The river rose. | Nobody slept!
en: Dr. Ada Field met Mr. Stone and Prof. J. R. Mill at St. Mary's church. | They talked.
en: The U.S. Senate voted on Monday. | The bill, backed by the U.S. and the U.K., passed.
en: He lives in the U.S. | The house is old.
en: The plant opened at 9 a.m. on Monday and closed at 5 p.m. | It was cold.
en: See Fig. 3 and No. 7 on pp. 12 and 13. | Then read vol. 2 again.
en: He said no. | Then he left.
en: Prices rose 3.5 percent to $4.20 a share. | Analysts had expected 2.9.
en: Visit example.org for more. | It is free.
en: “Stop!” he shouted. | “Why?” she asked.
en: “Stop!” Smith said. | “I will not,” she replied.
en: She said: “I am tired.” | Then she slept.
en: 'It is done.' | (Nobody believed it.) | The end came soon.
en: Apple Inc. reported a loss. | Acme Corp. Chairman Ada Mill resigned.
en: The firm is Acme Ltd. | It was founded in 1990. | Ten people work there.
en: Wait... | What happened? | He was... | Well, gone.
en: He waited... and nothing came. | Nothing at all.
en: “… the numbers are in. | … They are good.”
en: Really?! | Yes!!! | Of course.
en: The battle of 1066 was lost.[1] | The king died.[12][a] | His brother fled.
en: Yahoo! is a company. | So is Jeopardy!
en: iPhone sales fell. | iPads sold well.
en: On Jan. 5 the shop closed. | By Feb. 2019 it was gone.
en: J.K. Rowling wrote it. | George R. R. Martin did not.
en: 1. Mix the flour. | 2. Add water.
en: They bought apples, pears, etc. | They ate them all.
en: He has a Ph.D. from Leeds. | She has none.
de: Am 3. Oktober 1990 war es so weit. | Die Mauer war weg.
de: Im 19. Jahrhundert lebte hier Dr. Karl Mai. | Er schrieb z. B. über Bäume.
de: Er kam z.B. am Montag, d.h. zu spät. | Sie war schon weg.
de: Der 100. Geburtstag wurde gefeiert. | Ca. 200 Gäste kamen, u. a. der Bürgermeister.
de: Das steht auf S. 12 in Bd. 3. | Abb. 4 zeigt den Turm.
de: „Geh nach Hause!“, rief er. | „Warum?“ | Niemand antwortete.
de: Äpfel, Birnen usw. | Die Kinder aßen alles.
de: Es geschah im Jahr 1989. | Die Menschen tanzten.
fr: M. Dupont et Mme Leroy sont arrivés. | Ils ont dîné.
fr: « Où vas-tu ? » demanda-t-il. | Elle ne répondit pas.
fr: Il habite av. Foch, au no. 5. | C'est loin.
es: El Sr. García y la Dra. López llegaron tarde. | ¿Por qué? | ¡Nadie lo sabe!
es: Véase la pág. 12 del vol. 3. | Después, descanse.
it: Il sig. Rossi e il dott. Bianchi sono partiti. | Perché?
pt: O Sr. Silva chegou às 9h. | A Dra. Souza saiu.
nl: Dhr. Jansen woont bijv. in Utrecht. | Hij werkt daar ook.
sv: Det hände kl. 9 på morgonen. | Ingen var där.
da: Den 5. juni er en fridag. | Butikkerne er lukkede.
pl: Urodził się 3. maja w Krakowie. | Potem wyjechał np. do Łodzi.
cs: Např. dne 5. května pršelo. | Řeka stoupla.
fi: Esim. 6. joulukuuta on vapaapäivä. | Se on sunnuntai.
hu: A kb. 200 fős falu elnéptelenedett. | Az iskola bezárt.
tr: Prof. Dr. Ayşe Kaya konuştu. | Bu önemli bir gündü.
ru: А. С. Пушкин родился в 1799 г. в Москве. | Он был поэтом.
ru: Он родился в 1990 г. | Она моложе. | Почему?
ru: Это стоило 5 тыс. рублей, т. е. много. | Но он заплатил.
uk: Вона живе на вул. Франка. | Там тихо.
el: Ο κ. Παπαδόπουλος έφυγε. | Η κα Μαρία έμεινε.
ar: ذهب الولد إلى المدرسة. | هل عاد؟ | نعم.
fa: او به خانه رفت. | چرا؟
he: הוא הלך הביתה. | למה? | איש לא ידע.
hi: वह घर गया। | वह सो गया। | क्यों?
ur: وہ گھر گیا۔ | وہ سو گیا۔
hy: Նա գնաց տուն։ | Նա քնեց։
am: ልጁ ሄደ። | ተኛ።
my: သူသွားသည်။ | သူအိပ်သည်။
km: គាត់ទៅផ្ទះ។ | គាត់ដេក។
zh: 今天下雨了。 || 河水上涨。 || 大家都没睡！
zh: 他说：“我累了。” || 然后他睡着了。
zh: 真的吗？！ || 当然……没有。 || 价格上涨3.5%。
ja: 今日は雨が降った。 || 川の水が増えた。
ja: 彼は「はい。」と言った。 || それから寝た。
ja: 「やめて！」 || 誰も答えなかった。
ko: 비가 왔다. | 강물이 불었다. | 왜요?
th: วันนี้ฝนตกทั้งวัน น้ำในแม่น้ำสูงขึ้น
""".strip().splitlines()


@pytest.mark.parametrize("line", ONE_AFTER_THE_OTHER)
def test_sentences_end_where_a_reader_ends_them(line: str) -> None:
    language, _, written = line.partition(": ")
    expected = [part for whole in written.split(" | ") for part in whole.split(" || ")]
    text = written.replace(" || ", "").replace(" | ", " ")
    assert [sentence.text for sentence in split_sentences(text, language)] == expected


@pytest.mark.parametrize(
    "line", [line for line in ONE_AFTER_THE_OTHER if line[:2] in ("en", "zh", "ja", "ar", "hi", "ko", "es", "pt")]
)
def test_in_these_languages_the_language_need_not_be_known(line: str) -> None:
    test_sentences_end_where_a_reader_ends_them(line.replace(line[:2], "xx", 1))


def test_offsets_point_into_the_text() -> None:
    text = "  One came.  \n Two “went.”   Three "
    assert split_sentences(text, "en") == [
        Sentence("One came.", 2, 11),
        Sentence("Two “went.”", 15, 26),
        Sentence("Three", 29, 34),
    ]


def test_lines_with_bullets_are_sentences_of_their_own() -> None:
    assert [sentence.text for sentence in split_sentences("We need\n• bread\n• wine. And\n- salt")] == [
        "We need", "• bread", "• wine.", "And", "- salt",
    ]  # fmt: skip


def test_a_line_break_alone_ends_no_sentence() -> None:
    assert len(split_sentences("The road is\nlong and steep. It ends\nhere.")) == 2


@pytest.mark.parametrize("text", ["", "   \n ", "...", "?", "“", "a", ".a.b.c. ", "。。。"])
def test_odd_texts_lose_nothing(text: str) -> None:
    assert "".join(sentence.text for sentence in split_sentences(text)).split() == "".join(text.split()).split()


def test_no_character_is_lost_or_said_twice() -> None:
    chance = random.Random(7)
    parts = ["A", "b.", "Dr.", " ", "\n", "”", "(", "。", "?", "3.", "…", "[1]", "• ", "Ж", "中", "é", "U.S.", "\u00a0"]
    for _ in range(500):
        text = "".join(chance.choices(parts, k=60))
        at = 0
        for sentence in split_sentences(text, chance.choice([None, "en", "de"])):
            assert text[sentence.start : sentence.end] == sentence.text
            assert not text[at : sentence.start].strip()
            at = sentence.end
        assert not text[at:].strip()


@pytest.mark.parametrize(
    "unit", [".", ". ", "”", ".”", "a.", "A. ", "1. ", "\n• ", "[1]", ".[1]", "。」", "? “", ".\n", "…", " "]
)
def test_the_work_grows_with_the_text_and_not_faster(unit: str) -> None:
    assert _lines_run(unit * 4000) < 2.2 * _lines_run(unit * 2000) + 100


def _lines_run(text: str) -> int:
    """Count the lines of Python that splitting takes."""
    count = 0
    split_sentences("")  # What is read once is read.

    def trace(*_: object) -> object:
        nonlocal count
        count += 1
        return trace

    sys.settrace(trace)  # type: ignore[arg-type]
    try:
        split_sentences(text)
    finally:
        sys.settrace(None)
    return count
