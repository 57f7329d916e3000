"""Organizations, and the words by which their names are recognized."""

from __future__ import annotations

from tamis.text.lists import word_set
from tamis.text.word_overlap import fold

LEGAL_FORMS = word_set(
    """
    inc ltd llc plc corp co company limited incorporated corporation gmbh ag kg ohg ug se ev eg sa sarl sas sl slu spa
    nv bv oy ab as aps srl pty kgaa
    """
)
"""Legal forms at the end of a company's name, which are not part of it."""

TAILS = word_set(
    """
    university college school academy institute institution laboratory observatory hospital clinic museum gallery
    library theatre theater orchestra philharmonic ministry department agency authority administration bureau office
    commission committee council parliament congress senate assembly court tribunal police army navy association
    federation union league alliance organization organization foundation trust society club party group holdings
    holding bank airlines airways motors pharmaceuticals industries partners ventures studios records press times post
    herald tribune gazette guardian journal news network broadcasting television radio church diocese services
    center centre fund initiative coalition movement consortium brewery railways railway utilities energy
    universitat hochschule akademie institut museum gesellschaft verband verein bund bundesamt bundesbank amt
    ministerium partei gewerkschaft stiftung kammer sparkasse zeitung verlag rundfunk werke werk stadtwerke
    """
)
"""Last words of names of organizations."""

ENDINGS = (
    "universitat hochschule institut ministerium gesellschaft verband verein partei gewerkschaft stiftung zeitung "
    "verlag rundfunk stadtwerke sparkasse bundesamt landesamt gericht".split()
)
"""Endings of German words for organizations; in German text they are part of one long word."""

HEADS = word_set(
    """
    university college institute ministry department bank court museum church association federation society house
    universite ecole institut ministere departement banque cour musee eglise association federation societe conseil
    comite parti syndicat groupe fondation hopital assemblee commission agence office centre tribunal
    universidad escuela instituto ministerio departamento banco corte museo iglesia asociacion federacion sociedad
    consejo comite partido sindicato grupo fundacion hospital asamblea comision agencia oficina centro tribunal
    ayuntamiento gobierno junta universitat ministerium verein verband bund amt gewerkschaft stiftung
    """
)
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
