"""Symbols of TeX's math mode, by the names of their commands."""

from __future__ import annotations


def _table(text: str) -> dict[str, str]:
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


_LETTERS = _table(
    """
    alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ varkappa ϰ
    lambda λ mu μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ
    chi χ psi ψ omega ω digamma ϝ
    Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω
    hbar ℏ hslash ℏ ell ℓ imath ı jmath ȷ Re ℜ Im ℑ aleph ℵ beth ℶ gimel ℷ wp ℘ eth ð
    """
)
UPRIGHT = frozenset("Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega Re Im aleph".split())
"""Letters that are upright by default."""

SYMBOLS = _LETTERS | _table(
    r"""
    pm ± mp ∓ times × div ÷ cdot ⋅ ast ∗ star ⋆ circ ∘ bullet ∙ oplus ⊕ ominus ⊖ otimes ⊗ oslash ⊘ odot ⊙ dagger †
    ddagger ‡ amalg ⨿ cap ∩ cup ∪ uplus ⊎ sqcap ⊓ sqcup ⊔ vee ∨ lor ∨ wedge ∧ land ∧ setminus ∖ smallsetminus ∖ wr ≀
    diamond ⋄ Diamond ◊ triangle △ bigtriangleup △ bigtriangledown ▽ triangleleft ◁ triangleright ▷ ltimes ⋉ rtimes ⋊
    leq ≤ le ≤ leqslant ⩽ geq ≥ ge ≥ geqslant ⩾ ll ≪ gg ≫ lll ⋘ ggg ⋙ neq ≠ ne ≠ equiv ≡ sim ∼ simeq ≃ approx ≈
    approxeq ≊ cong ≅ doteq ≐ propto ∝ varpropto ∝ asymp ≍ prec ≺ succ ≻ preceq ⪯ succeq ⪰ lesssim ≲ gtrsim ≳
    triangleq ≜ coloneqq ≔ bowtie ⋈ models ⊨ vdash ⊢ dashv ⊣ vDash ⊨ perp ⟂ parallel ∥ nparallel ∦ mid ∣ nmid ∤
    in ∈ notin ∉ ni ∋ owns ∋ subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇ subsetneq ⊊ supsetneq ⊋ nsubseteq ⊈
    sqsubset ⊏ sqsupset ⊐ sqsubseteq ⊑ sqsupseteq ⊒ smile ⌣ frown ⌢ lt < gt > nleq ≰ ngeq ≱
    to → rightarrow → gets ← leftarrow ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ implies ⟹
    impliedby ⟸ iff ⟺ mapsto ↦ longmapsto ⟼ longrightarrow ⟶ longleftarrow ⟵ longleftrightarrow ⟷ Longrightarrow ⟹
    Longleftarrow ⟸ Longleftrightarrow ⟺ uparrow ↑ downarrow ↓ updownarrow ↕ Uparrow ⇑ Downarrow ⇓ Updownarrow ⇕
    nearrow ↗ searrow ↘ swarrow ↙ nwarrow ↖ hookrightarrow ↪ hookleftarrow ↩ rightharpoonup ⇀ rightharpoondown ⇁
    leftharpoonup ↼ leftharpoondown ↽ rightleftharpoons ⇌ leadsto ⇝ rightsquigarrow ⇝ twoheadrightarrow ↠
    rightarrowtail ↣ upharpoonright ↾ circlearrowleft ↺ circlearrowright ↻
    sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ iiint ∭ oint ∮ bigcup ⋃ bigcap ⋂ bigsqcup ⨆ bigvee ⋁ bigwedge ⋀ bigoplus ⨁
    bigotimes ⨂ bigodot ⨀ biguplus ⨄
    infty ∞ partial ∂ nabla ∇ forall ∀ exists ∃ nexists ∄ emptyset ∅ varnothing ∅ complement ∁ neg ¬ lnot ¬ angle ∠
    measuredangle ∡ top ⊤ bot ⊥ therefore ∴ because ∵ prime ′ backprime ‵ surd √ flat ♭ natural ♮ sharp ♯
    clubsuit ♣ diamondsuit ♢ heartsuit ♡ spadesuit ♠ square □ Box □ blacksquare ■ qed □ checkmark ✓ degree °
    ldots … dots … dotsc … dotsb ⋯ dotsm ⋯ dotsi ⋯ cdots ⋯ vdots ⋮ ddots ⋱ colon : lbrace { rbrace } { { } } % % $ $
    # # & & _ _ - ‐ | ‖ backslash \ pounds £ copyright © S § P ¶ dag † ddag ‡ AA Å
    """
)
DELIMITERS = _table(
    """
    langle ⟨ rangle ⟩ lceil ⌈ rceil ⌉ lfloor ⌊ rfloor ⌋ lvert | rvert | vert | Vert ‖ lVert ‖ rVert ‖ lbrack [ rbrack ]
    ulcorner ⌜ urcorner ⌝ llcorner ⌞ lrcorner ⌟ lgroup ⟮ rgroup ⟯
    """
)
FUNCTIONS = {
    name: name
    for name in (
        "sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth log ln lg exp lim max min sup inf det dim "
        "gcd arg deg hom ker Pr argmax argmin sgn tr rank mod bmod"
    ).split()
} | {"limsup": "lim sup", "liminf": "lim inf", "bmod": "mod"}
LIMITS = frozenset(
    "sum prod coprod bigcup bigcap bigsqcup bigvee bigwedge bigoplus bigotimes bigodot biguplus lim limsup liminf max "
    "min sup inf argmax argmin det gcd Pr overbrace underbrace mathop operatorname*".split()
)
"""Operators that take scripts above and below."""

SPACES = {
    ",": "0.167em",
    ":": "0.222em",
    ">": "0.222em",
    ";": "0.278em",
    " ": "0.333em",
    "~": "0.333em",
    "!": "",
    "/": "",
    "quad": "1em",
    "qquad": "2em",
    "thinspace": "0.167em",
    "medspace": "0.222em",
    "thickspace": "0.278em",
    "enspace": "0.5em",
    "negthinspace": "",
}
ACCENTS = {
    "hat": ("^", False),
    "widehat": ("^", False),
    "check": ("ˇ", False),
    "tilde": ("~", False),
    "widetilde": ("~", False),
    "acute": ("´", False),
    "grave": ("`", False),
    "dot": ("˙", False),
    "ddot": ("¨", False),
    "breve": ("˘", False),
    "bar": ("¯", False),
    "vec": ("→", False),
    "mathring": ("˚", False),
    "overline": ("¯", False),
    "overrightarrow": ("→", False),
    "overleftarrow": ("←", False),
    "overbrace": ("⏞", False),
    "underline": ("_", True),
    "underbrace": ("⏟", True),
}
"""Accents with their character, and True if it is below the letter."""
