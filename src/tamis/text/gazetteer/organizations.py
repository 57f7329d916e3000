"""Organizations, and the words by which their names are recognized."""

from __future__ import annotations

from tamis.text.lists import word_set
from tamis.text.phrases import words
from tamis.text.word_overlap import fold

LEGAL_FORMS = word_set(
    """
    inc ltd llc plc corp co company limited incorporated corporation gmbh ag kg ohg ug se ev eg sa sarl sas sl slu spa
    nv bv oy ab as aps srl pty kgaa
    """
)
"""Legal forms at the end of a company's name, which are not part of it."""

TAILS = frozenset(words("organization_end"))
"""Last words of names of organizations."""

ENDINGS = words("organization_ending")
"""Endings of German words for organizations; in German text they are part of one long word."""

HEADS = frozenset(words("organization_start"))
"""First words of names of organizations, if a preposition follows: ``University of Leeds``."""

_KNOWN = """
    united nations, european union, european commission, european parliament, european central bank, world bank, nato,
    unesco, unicef, white house, congress, senate, pentagon, kremlin, supreme court, house of commons, house of lords,
    house of representatives, state department, federal reserve, national guard, red cross, amnesty international,
    greenpeace, human rights watch, doctors without borders, world health organization, world trade organization,
    international monetary fund, international criminal court, interpol, scotland yard, downing street, bundestag,
    bundesrat, bundeswehr, bundesregierung, bundesbank, bundesverfassungsgericht, landtag, europaische union,
    europaische kommission, vereinte nationen, rotes kreuz, deutsche bahn, deutsche bank, deutsche telekom,
    deutsche post, lufthansa, siemens, bosch, volkswagen, bmw, daimler, mercedes-benz, porsche, audi, bayer, basf,
    sap, adidas, allianz, commerzbank, thyssenkrupp, nations unies, union europeenne, commission europeenne,
    assemblee nationale, senat, conseil constitutionnel, conseil d'etat, croix-rouge, elysee, matignon, quai d'orsay,
    airbus, air france, renault, peugeot, citroen, michelin, total, totalenergies, orange, carrefour, danone, l'oreal,
    edf, sncf, bnp paribas, societe generale, naciones unidas, union europea, comision europea, congreso, moncloa,
    tribunal supremo, tribunal constitucional, audiencia nacional, guardia civil, cruz roja, real madrid,
    atletico madrid, fc barcelona, telefonica, iberdrola, repsol, santander, bbva, inditex, zara, renfe, iberia,
    google, apple, microsoft, amazon, facebook, meta, twitter, instagram, whatsapp, youtube, tiktok, netflix, spotify,
    tesla, spacex, openai, nvidia, intel, samsung, huawei, sony, nintendo, toyota, honda, nissan, hyundai, boeing,
    lockheed martin, general motors, general electric, ford, ibm, oracle, cisco, adobe, uber, airbnb, paypal, ebay,
    walmart, ikea, nestle, novartis, roche, pfizer, biontech, moderna, astrazeneca, johnson & johnson, shell, bp,
    exxonmobil, chevron, gazprom, rosneft, goldman sachs, jpmorgan, morgan stanley, citigroup, hsbc, barclays,
    credit suisse, ubs, lehman brothers, mckinsey, disney, warner bros, universal, paramount, hbo, bbc, cnn, nbc, cbs,
    abc, fox news, al jazeera, reuters, associated press, bloomberg, new york times, washington post,
    wall street journal, guardian, financial times, economist, spiegel, die zeit, le monde, le figaro, liberation,
    el pais, el mundo, la vanguardia, mozilla, wikipedia, wikimedia, linux foundation, github, reddit,
    manchester united, manchester city, liverpool fc, chelsea fc, arsenal, bayern munchen, bayern munich,
    borussia dortmund, juventus, paris saint-germain, harvard, stanford, oxford university, cambridge university,
    yale, princeton, sorbonne, republicans, democrats, labour, tories, greens, grune, conservative party,
    republican party, democratic party, taliban, hamas, hezbollah, al-qaida, al qaeda, islamic state
"""

KNOWN = frozenset(fold(name) for name in _KNOWN.split(","))
"""Organizations that are known by name, in the form of `fold`."""

NO_BODIES = word_set(
    """
    TV PC CD DVD PDF CEO CFO CTO FAQ GPS DNA RNA HIV AIDS COVID HTML CSS URL API USB LED LCD GDP BIP PIB VAT DIY OK AM
    PM BC AD CET EST GMT UTC PST EDT II III IV VI VII VIII IX XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI US USA UK
    UAE EUR USD GBP CHF AI KI IA IT PR HR VIP RIP DJ MC ID SMS SUV LGBT LGBTQ BREAKING NEWS EXCLUSIVE LIVE UPDATE NOT
    AND THE JPG PNG GIF CC BY SA RAM CPU GPU SQL XML JSON HTTP HTTPS SEO RSS NGO PHD MSC BSC MBA MPH KWH
    """
)
"""Words in capitals that are not organizations."""
