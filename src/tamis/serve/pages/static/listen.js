"use strict";
// Reads the story aloud with the browser's own voice, one sentence after the other, and follows it in the text.
{
  const VOICES_WITHIN = 1500; // milliseconds in which a browser names its voices
  const NEAR = 400; // letters within which a short sentence must follow the one before it
  const LONG = 30; // letters from which on a sentence is found anywhere further on
  const panel = document.querySelector("[data-listening]");
  const opener = document.querySelector("[data-listen]");
  if (panel && opener) {
    const part = (name) => panel.querySelector(`[data-${name}]`);
    const [play, status, speed, announce] = ["play", "status", "speed", "announce"].map(part);
    const story = document.querySelector("article.story");
    const sentences = JSON.parse(document.querySelector("[data-spoken]").textContent);
    const language = story.lang || "";
    const speech = window.speechSynthesis;
    const calm = matchMedia("(prefers-reduced-motion: reduce)");
    let at = 0;
    let isSpeaking = false;
    let turn = 0; // events of an utterance that was cancelled belong to an earlier turn

    // Where each sentence is in the text: letters are compared without white space, and without marks of footnotes.
    const places = (() => {
      const unheard = /[\s\u00ad\u200b\u2060\ufeff]/;
      const walker = document.createTreeWalker(story, NodeFilter.SHOW_TEXT, (node) =>
        node.parentElement.closest(".note, .back, math, .comments, .notice") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
      const nodes = [];
      const offsets = [];
      const letters = [];
      while (walker.nextNode()) {
        const text = walker.currentNode.data;
        for (let offset = 0; offset < text.length; offset++) {
          if (unheard.test(text[offset])) continue;
          letters.push(text[offset]);
          nodes.push(walker.currentNode);
          offsets.push(offset);
        }
      }
      const whole = letters.join("");
      let from = 0;
      return sentences.map(({ shown }) => {
        const wanted = [...(shown || "")].filter((letter) => !unheard.test(letter)).join("");
        const start = wanted ? whole.indexOf(wanted, from) : -1;
        if (start < 0 || (wanted.length < LONG && start - from > NEAR)) return null;
        from = start + wanted.length;
        const range = document.createRange();
        range.setStart(nodes[start], offsets[start]);
        range.setEnd(nodes[from - 1], offsets[from - 1] + 1);
        return range;
      });
    })();

    const follow = (range) => {
      const canHighlight = window.CSS && CSS.highlights && window.Highlight;
      if (canHighlight) CSS.highlights.delete("spoken");
      for (const old of story.querySelectorAll(".spoken")) old.classList.remove("spoken");
      if (!range) return;
      if (canHighlight) CSS.highlights.set("spoken", new Highlight(range));
      else range.startContainer.parentElement.classList.add("spoken");
      const box = range.getBoundingClientRect();
      const top = document.querySelector(".tools").getBoundingClientRect().bottom;
      const bottom = panel.getBoundingClientRect().top;
      if (box.top < top || box.bottom > bottom) {
        const middle = box.top - top - (bottom - top) / 3;
        scrollBy({ top: middle, behavior: calm.matches ? "auto" : "smooth" });
      }
    };

    const say = (text) => {
      status.textContent = text;
    };
    const show = () => {
      part("play-name").textContent = isSpeaking ? "Pause" : "Play";
      panel.classList.toggle("speaking", isSpeaking);
    };
    const voiceFor = (tag) => {
      const voices = speech.getVoices();
      const plain = (one) => one.lang.replace("_", "-").toLowerCase();
      const wanted = tag.toLowerCase();
      const same = voices.filter((one) => plain(one) === wanted);
      const near = voices.filter((one) => plain(one).split("-")[0] === wanted.split("-")[0]);
      return [...same, ...near].find((one) => one.localService) || same[0] || near[0] || null;
    };
    const isHeard = (one) => announce.checked || !one.about;

    const pause = () => {
      turn += 1;
      isSpeaking = false;
      if (speech) speech.cancel();
      show();
    };
    const speak = () => {
      while (at < sentences.length && !isHeard(sentences[at])) at += 1;
      if (at >= sentences.length) {
        pause();
        at = 0;
        follow(null);
        say("The end.");
        return;
      }
      const own = (turn += 1);
      const sentence = sentences[at];
      const utterance = new SpeechSynthesisUtterance(sentence.say);
      const tag = sentence.lang || language;
      if (tag) utterance.lang = tag;
      const voice = tag && voiceFor(tag);
      if (voice) utterance.voice = voice;
      utterance.rate = Number(speed.value);
      utterance.onend = () => {
        if (own !== turn) return;
        at += 1;
        speak();
      };
      utterance.onerror = (event) => {
        if (own !== turn) return;
        pause();
        say(`The voice stopped (${event.error || "unknown error"}). Press Play to go on.`);
      };
      isSpeaking = true;
      if (places[at]) follow(places[at]);
      speech.speak(utterance);
      show();
    };
    const restart = () => {
      pause();
      speak();
    };

    const voices = () =>
      new Promise((resolve) => {
        if (speech.getVoices().length) return resolve(true);
        const done = () => resolve(speech.getVoices().length > 0);
        speech.addEventListener("voiceschanged", done, { once: true });
        setTimeout(done, VOICES_WITHIN);
      });
    const start = async () => {
      if (!speech || !window.SpeechSynthesisUtterance) {
        return say("This browser cannot read aloud: it has no speech synthesis.");
      }
      const asked = (turn += 1);
      if (!(await voices())) {
        return say("No voice is installed on this device. Install one in its settings for speech, then try again.");
      }
      if (asked !== turn || panel.hidden) return;
      const name = language && new Intl.DisplayNames(["en"], { type: "language", fallback: "code" }).of(language);
      say(language && !voiceFor(language) ? `There is no voice for ${name}; the browser's own is used.` : "");
      speak();
    };
    const toggle = () => (isSpeaking ? pause() : start());
    const step = (by) => {
      if (panel.hidden) return;
      let next = at + by;
      while (sentences[next] && !isHeard(sentences[next])) next += by;
      if (!sentences[next]) return;
      at = next;
      if (isSpeaking) restart();
      else follow(places[at]);
    };
    const close = () => {
      pause();
      follow(null);
      panel.hidden = true;
      opener.setAttribute("aria-expanded", "false");
      opener.focus();
    };

    opener.addEventListener("click", () => {
      if (panel.hidden) {
        panel.hidden = false;
        opener.setAttribute("aria-expanded", "true");
        play.focus();
        start();
      } else toggle();
    });
    play.addEventListener("click", toggle);
    part("back").addEventListener("click", () => step(-1));
    part("forward").addEventListener("click", () => step(1));
    part("close").addEventListener("click", close);
    speed.addEventListener("change", () => {
      if (isSpeaking) restart();
    });
    panel.addEventListener("keydown", (event) => {
      if (event.key === "Escape") close();
    });
    addEventListener("pagehide", pause);
  }
}
