"""Places: countries with their names in four languages, cities, regions, and the words in names of places."""

from __future__ import annotations

from tamis.text.lists import word_set
from tamis.text.phrases import words

_COUNTRIES = """
    afghanistan=afganistan, albania=albanien=albanie, algeria=algerien=algerie=argelia, andorra=andorre, angola,
    argentina=argentinien=argentine, armenia=armenien=armenie, australia=australien=australie,
    austria=osterreich=autriche, azerbaijan=aserbaidschan=azerbaidjan=azerbaiyan, bahamas, bahrain=bahrein,
    bangladesh=bangladesch, barbados, belarus=weissrussland=bielorussie=bielorrusia, belgium=belgien=belgique=belgica,
    belize, benin, bhutan=boutan, bolivia=bolivien=bolivie, bosnia=bosnien=bosnie=bosnia and herzegovina, botswana,
    brazil=brasilien=bresil=brasil, brunei, bulgaria=bulgarien=bulgarie, burkina faso, burundi,
    cambodia=kambodscha=cambodge=camboya, cameroon=kamerun=cameroun=camerun, canada=kanada, cape verde,
    chad=tschad=tchad, chile=chili, china=chine, colombia=kolumbien=colombie,
    congo=kongo=democratic republic of congo, costa rica, croatia=kroatien=croatie=croacia, cuba=kuba,
    cyprus=zypern=chypre=chipre,
    czech republic=czechia=tschechien=tchequie=republique tcheque=chequia=republica checa, denmark=danemark=dinamarca,
    djibouti, dominican republic=republica dominicana, ecuador=equateur, egypt=agypten=egypte=egipto, el salvador,
    eritrea, estonia=estland=estonie, ethiopia=athiopien=ethiopie=etiopia, fiji, finland=finnland=finlande=finlandia,
    france=frankreich=francia, gabon=gabun, gambia=gambie, georgia=georgien=georgie,
    germany=deutschland=allemagne=alemania, ghana, greece=griechenland=grece=grecia, greenland=gronland, guatemala,
    guinea=guinee, guyana, haiti, honduras, hungary=ungarn=hongrie=hungria, iceland=island=islande=islandia,
    india=indien=inde, indonesia=indonesien=indonesie, iran, iraq=irak, ireland=irland=irlande=irlanda, israel,
    italy=italien=italie=italia, ivory coast=elfenbeinkuste=cote divoire=costa de marfil, jamaica=jamaika=jamaique,
    japan=japon, jordan=jordanien=jordanie=jordania, kazakhstan=kasachstan, kenya=kenia, kosovo, kuwait=koweit,
    kyrgyzstan=kirgistan, laos, latvia=lettland=lettonie=letonia, lebanon=libanon=liban=libano, lesotho, liberia,
    libya=libyen=libye=libia, liechtenstein, lithuania=litauen=lituanie=lituania, luxembourg=luxemburg=luxemburgo,
    madagascar=madagaskar, malawi, malaysia=malaisie=malasia, maldives=malediven, mali, malta=malte,
    mauritania=mauretanien=mauritanie, mauritius, mexico=mexiko=mexique, moldova=moldau=moldavie=moldavia, monaco,
    mongolia=mongolei=mongolie, montenegro, morocco=marokko=maroc=marruecos, mozambique=mosambik, myanmar=burma,
    namibia=namibie, nepal, netherlands=niederlande=holland=pays bas=paises bajos=holanda,
    new zealand=neuseeland=nouvelle zelande=nueva zelanda, nicaragua, niger, nigeria,
    north korea=nordkorea=coree du nord=corea del norte, north macedonia=nordmazedonien,
    norway=norwegen=norvege=noruega, oman, pakistan, palestine=palastina=palestina, panama, papua new guinea,
    paraguay, peru=perou, philippines=philippinen=filipinas, poland=polen=pologne=polonia, portugal, puerto rico,
    qatar=katar, romania=rumanien=roumanie=rumania, russia=russland=russie=rusia, rwanda=ruanda,
    saudi arabia=saudi arabien=arabie saoudite=arabia saudi, senegal, serbia=serbien=serbie, sierra leone,
    singapore=singapur=singapour, slovakia=slowakei=slovaquie=eslovaquia, slovenia=slowenien=slovenie=eslovenia,
    somalia=somalie, south africa=sudafrika=afrique du sud=sudafrica, south korea=sudkorea=coree du sud=corea del sur,
    south sudan=sudsudan, spain=spanien=espagne=espana, sri lanka, sudan=soudan, suriname,
    sweden=schweden=suede=suecia, switzerland=schweiz=suisse=suiza, syria=syrien=syrie=siria, taiwan,
    tajikistan=tadschikistan, tanzania=tansania=tanzanie, thailand=thailande=tailandia, tibet, togo,
    tunisia=tunesien=tunisie=tunez, turkey=turkei=turquie=turquia=turkiye, turkmenistan, uganda=ouganda,
    ukraine=ucrania, united arab emirates=vereinigte arabische emirate=emirats arabes unis=emiratos arabes unidos,
    united kingdom=uk=great britain=britain=grossbritannien=royaume uni=grande bretagne=reino unido=gran bretana,
    united states=usa=us=united states of america=america=vereinigte staaten=etats unis=estados unidos=eeuu, uruguay,
    uzbekistan=usbekistan, vatican=vatikan=vaticano, venezuela, vietnam, yemen=jemen, zambia=sambia,
    zimbabwe=simbabwe, england=angleterre=inglaterra, scotland=schottland=ecosse=escocia, wales=pays de galles=gales,
    northern ireland=nordirland, europe=europa, asia=asien=asie, africa=afrika=afrique, north america=nordamerika,
    south america=sudamerika=amerique du sud=sudamerica, latin america=lateinamerika=america latina,
    antarctica=antarktis=antarctique=antartida, arctic=arktis=arctique=artico,
    middle east=nahost=proche orient=moyen orient=oriente medio
"""

_CITIES = """
    abidjan, abu dhabi, abuja, accra, addis ababa, adelaide, aleppo, alexandria=alexandrie,
    algiers=algier=alger=argel, almaty, amsterdam, ankara, antwerp=antwerpen=anvers=amberes, astana,
    athens=athen=athenes=atenas, atlanta, auckland, austin, baghdad=bagdad, baku, baltimore, bangalore, bangkok,
    barcelona=barcelone, basel=bale=basilea, beijing=peking=pekin, beirut=beyrouth, belfast,
    belgrade=belgrad=belgrado, berlin, bern=berne=berna, bilbao, birmingham, bogota, bologna, bonn, bordeaux=burdeos,
    boston, brasilia, bratislava, bremen, brest, brisbane, bristol, brussels=brussel=bruxelles=bruselas,
    bucharest=bukarest=bucarest, budapest, buenos aires, cairo=kairo=le caire=el cairo, calcutta=kolkata, calgary,
    cambridge, canberra, cancun, cannes, cape town=kapstadt=le cap, caracas, cardiff, cartagena, casablanca, chennai,
    chicago, chisinau, cincinnati, cleveland, cologne=koln=colonia, colombo, copenhagen=kopenhagen=copenhague,
    cordoba, cork, dakar, dallas, damascus=damaskus=damas=damasco, delhi=new delhi=neu delhi, denver, detroit, dhaka,
    dijon, doha, dortmund, dresden=dresde, dubai, dublin, duisburg, durban, dusseldorf, edinburgh, erfurt, essen,
    florence=florenz=firenze=florencia, frankfurt=francfort, freiburg, gaza=gaza strip, gdansk,
    geneva=genf=geneve=ginebra, genoa=genua=genes=genova, ghent, gibraltar, glasgow, gothenburg=goteborg,
    granada=grenade, graz, grenoble, guadalajara, guangzhou, guayaquil, halifax, hamburg=hambourg=hamburgo, hanoi,
    hannover=hanover, harare, havana=havanna=la havane=la habana, heidelberg, helsinki, hiroshima,
    ho chi minh city=saigon, hong kong=hongkong, honolulu, houston, innsbruck, islamabad, istanbul=estambul, jakarta,
    jerusalem, johannesburg, kabul=kaboul, kampala, karachi, karlsruhe, kassel, kathmandu, kharkiv=charkiw, kherson,
    khartoum, kiel, kigali, kinshasa, krakow=krakau=cracovie=cracovia, kuala lumpur, kyiv=kiev=kiew, kyoto, la paz,
    lagos, lahore, las palmas, las vegas, lausanne, le havre, leeds, leicester, leipzig, lille, lima, limoges, linz,
    lisbon=lissabon=lisbonne=lisboa, liverpool, ljubljana, london=londres, los angeles=la, luanda, lubeck, lusaka,
    lviv, lyon, madrid, magdeburg, mainz, malaga, male, managua, manchester, manila, mannheim, marrakesh,
    marseille=marsella, mecca=mekka, medellin, melbourne, memphis, mexico city=mexiko stadt=ciudad de mexico, miami,
    milan=mailand=milano, minneapolis, minsk, mogadishu, mombasa, monterrey, montevideo, montpellier, montreal,
    moscow=moskau=moscou=moscu, mumbai=bombay, munich=munchen, munster, murcia, nagasaki, nairobi, nantes,
    naples=neapel=napoli=napoles, nashville, new orleans, new york=new york city=nueva york=nyc, newcastle,
    nice=nizza=niza, nicosia, nottingham, nuremberg=nurnberg, oakland, odessa=odesa, orlando, orleans, osaka, oslo,
    ottawa, oviedo, oxford, palermo, palma, pamplona, paris, perth, philadelphia, phnom penh, phoenix, pittsburgh,
    portland, porto, potsdam, prague=prag=praha=praga, pretoria, pristina, pyongyang, quebec, quito, rabat, reims,
    rennes, reykjavik, riga, rio de janeiro=rio, riyadh=riad, rome=rom=roma, rostock, rotterdam, rouen, saarbrucken,
    sacramento, salamanca, salzburg, san antonio, san diego, san francisco, san jose, san juan, san sebastian,
    san salvador, sanaa, santiago de chile=santiago, santo domingo, sao paulo, sarajevo, schwerin, seattle,
    seoul=seul, seville=sevilla, shanghai, sheffield, shenzhen, skopje, sofia, southampton,
    st petersburg=sankt petersburg=saint petersbourg=san petersburgo, stockholm=estocolmo,
    strasbourg=strassburg=estrasburgo, stuttgart, suva, sydney, taipei, tallinn, tampa, tashkent, tbilisi,
    tegucigalpa, tehran=teheran, tel aviv, the hague=den haag=la haye=la haya, tijuana, tirana, tokyo=tokio, toledo,
    toronto, toulon, toulouse, trieste, tripoli, tucson, tunis, turin, ulm, utrecht, valencia=valence, valladolid,
    vancouver, venice=venedig=venise=venecia, verona, versailles, vienna=wien=vienne=viena, vilnius,
    warsaw=warschau=varsovie=varsovia, washington=washington dc, weimar, wellington, wiesbaden, winnipeg, wuhan,
    wurzburg, yangon, yerevan, yokohama, zagreb, zaragoza, zurich
"""

_REGIONS = """
    alabama, alaska, arizona, arkansas, california=kalifornien=californie, colorado, connecticut, delaware, florida,
    hawaii, idaho, illinois, indiana, iowa, kansas, kentucky, louisiana, maine, maryland, massachusetts, michigan,
    minnesota, mississippi, missouri, montana, nebraska, nevada, new hampshire, new jersey, new mexico,
    new york state, north carolina, north dakota, ohio, oklahoma, oregon, pennsylvania, rhode island, south carolina,
    south dakota, tennessee, texas, utah, vermont, west virginia, wisconsin, wyoming, manhattan, brooklyn,
    silicon valley, hollywood, wall street, capitol hill, ontario, alberta, british columbia, nova scotia,
    saskatchewan, queensland, victoria state, new south wales, tasmania, bavaria=bayern=baviere=baviera,
    baden wurttemberg, brandenburg, hesse=hessen, lower saxony=niedersachsen, mecklenburg vorpommern,
    north rhine westphalia=nordrhein westfalen, rheinland pfalz, saarland, saxony=sachsen=saxe, sachsen anhalt,
    schleswig holstein, thuringia=thuringen, ruhrgebiet, allgau, ostsee=baltic sea, nordsee=north sea, tirol=tyrol,
    steiermark, karnten, vorarlberg, burgenland, wallis=valais, graubunden, tessin=ticino, alsace=elsass, aquitaine,
    auvergne, bretagne=brittany, bourgogne=burgundy, champagne, corse=corsica=korsika, ile de france,
    lorraine=lothringen, normandie=normandy, occitanie, provence, savoie=savoy, picardie, vendee, guadeloupe,
    martinique, andalucia=andalusia=andalusien=andalousie, aragon, asturias, baleares=balearen,
    canarias=canary islands=kanaren, cantabria, castilla la mancha, castilla y leon,
    cataluna=catalunya=catalonia=katalonien=catalogne, euskadi=pais vasco=basque country=baskenland=pays basque,
    extremadura, galicia, navarra, la rioja, mallorca=majorca, ibiza, tenerife=teneriffa, lanzarote, gran canaria,
    patagonia=patagonien, lombardy=lombardei, tuscany=toskana=toscane=toscana, sicily=sizilien=sicile=sicilia,
    sardinia=sardinien, crete=kreta, cornwall, devon, kent, sussex, essex, yorkshire, lancashire, cumbria, norfolk,
    suffolk, hampshire, westminster, scottish highlands, siberia=sibirien, crimea=krim=crimee=crimea, donbas=donbass,
    donetsk, luhansk, chechnya=tschetschenien, kashmir, punjab, bengal, kerala, xinjiang, hokkaido,
    west bank=westjordanland=cisjordanie=cisjordania, golan, sinai, sahara, sahel, darfur, kurdistan,
    scandinavia=skandinavien, balkans=balkan, caribbean=karibik=caraibes=caribe, alps=alpen=alpes=alpi,
    pyrenees=pyrenaen=pirineos, himalaya=himalayas, andes=anden, rocky mountains,
    amazon rainforest=amazonas=amazonie=amazonia, danube=donau=danubio, rhine=rhein=rhin, elbe, oder, seine, loire,
    rhone, garonne, thames=themse, ebro, tajo, nile=nil=nilo, volga=wolga, mississippi river, mekong, ganges, yangtze,
    atlantic=atlantik=atlantique=atlantico, pacific=pazifik=pacifique=pacifico,
    mediterranean=mittelmeer=mediterranee=mediterraneo, red sea=rotes meer=mer rouge=mar rojo,
    black sea=schwarzes meer=mer noire=mar negro, persian gulf, suez=suez canal, panama canal,
    english channel=armelkanal=manche, mount everest=everest, mont blanc, kilimanjaro, matterhorn, zugspitze
"""


def _by_name(text: str) -> dict[str, str]:
    """Map each spelling of a name to the first one of its entry."""
    name_of: dict[str, str] = {}
    for entry in text.split(","):
        names = [" ".join(name.split()) for name in entry.split("=")]
        for name in names:
            if name:
                name_of.setdefault(name, names[0])
    return name_of


PLACES = {**_by_name(_REGIONS), **_by_name(_CITIES), **_by_name(_COUNTRIES)}
"""Every known spelling of a place, in the form of `fold`, with its standard name."""

HEADS = frozenset(words("place_start"))
"""First words of names of places."""

TAILS = frozenset(words("place_end"))
"""Last words of names of places."""

BEFORE = frozenset(words("before_place"))
"""Words after which an unknown name is likely a place."""

AMBIGUOUS = word_set(
    "essen male nice oder rom reading seine manche brest cork kent orange total meta universal la us uk rio"
)
"""Names that are common words too: they count after a preposition, or in capitals if they are short."""
