"""Capitalized words that are not names, and common words at the start of sentences."""

from __future__ import annotations

from tamis.text.lists import word_set

FUNCTION_WORDS = {
    "en": word_set(
        """
        a about above across actually add after afterwards again against ago all almost alone along already also
        although always am among an and another any anyone anything are around as asked at away back be because become
        been before began behind being below beneath besides best better between beyond both but by call can cannot
        clearly come consider could currently despite did do does doing done down due during each earlier early either
        else enough especially even eventually ever every everyone everything except few fewer finally first following
        for former fortunately four from further get give given go good got great had half has have having he hence
        her here hers herself high him himself his how however i if im in indeed initially inside instead into is isnt
        it its itself ive just keep last late lately later least less let lets like likewise little long look made
        mainly make many may maybe me meanwhile might more moreover most mostly much must my myself nearly neither
        never nevertheless new next nine no nobody none nor not nothing notably now nowhere of off often oh ok old on
        once one only onto or originally other others otherwise our ours out outside over overall own part people per
        perhaps please plus possibly previously probably put quite rather read recently right same second see
        seemingly several shall she should similarly simply since six so some somebody someone something sometimes
        somewhere soon still such suddenly take ten than thank thanks that thats the their theirs them themselves then
        there therefore theres these they theyre think third this those though three through throughout thus to today
        together tomorrow too toward towards two under unfortunately unless unlike until up upon us use used using
        usually various very via was watch way we well went were weve what whatever when whenever where whereas
        wherever whether which while who whoever whole whom whose why will with within without wont would yes
        yesterday yet you your yours yourself youre photo photograph picture image images credit source caption video
        file copyright left right
        """
    ),
    "de": word_set(
        """
        ab aber abends acht alle allem allen allerdings alles als also am an andere anderen anders anfang anfangs auch
        auf aus ausserdem bald bei beide beiden beim bereits besonders bis bisher bitte da dabei dadurch dafur dagegen
        daher dahinter damals damit danach daneben dann daran darauf daraus darin daruber darum das dass davon davor
        dazu dein deine dem den denen denn dennoch der deren derzeit des deshalb dessen deswegen dich die dies diese
        diesem diesen dieser dieses dir doch dort drei du durch eben ebenfalls ebenso eher ein eine einem einen einer
        eines einfach einige einigen einmal einst endlich entlang er erst erste ersten es etwa etwas euch euer falls
        fast ferner fruher fur gab ganz gar gegen gegenuber genau gerade gern gestern gewiss gibt gleich gleichzeitig
        gut haben hat hatte hatten hier hierbei hinter hinzu ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer
        immerhin in indem inzwischen ist ja jede jedem jeden jeder jedes jedoch jener jetzt kann kaum kein keine
        keinem keinen keiner konnen konnte konnten kunftig kurz lange langst laut letzte letzten manche man mehr mein
        meine meist meisten mich mindestens mir mit mittlerweile morgen muss mussen nach nachdem nachts naturlich
        neben nebenbei neue neuen nicht nichts nie niemand noch nun nur ob obwohl oder offenbar oft ohne schliesslich
        schon sechs sehr sei sein seine seinem seinen seiner seit seitdem selbst sich sicher sie sieben sind so sobald
        sogar solche soll sollen sollte somit sondern sonst soweit sowie sowohl spater statt stattdessen trotz
        trotzdem uber uberhaupt ubrigens um und uns unser unsere unter viel viele vielen vielleicht vier voll vom von
        vor vorher wahrend wann war waren warum was wegen weil weiter weitere weiterhin welche welcher wenig wenige
        weniger wenn wer werden weshalb wichtig wie wieder wieso will wir wird wirklich wo wobei wohl wollen worauf
        wurde wurden zehn zu zudem zuerst zuletzt zum zumindest zunachst zur zuruck zusammen zusatzlich zwar zwei
        zwischen foto bild quelle archivbild symbolbild links rechts mitte
        """
    ),
    "fr": word_set(
        """
        a afin ai ainsi alors apres assez au aucun aucune aujourdhui auparavant aupres aussi aussitot autant autour
        autre autres aux avant avec avoir beaucoup bien bientot bon c car ce ceci cela celle celles celui cependant
        ces cet cette ceux chacun chaque chez ci cinq combien comme comment contre d dans davantage de deja demain
        depuis derriere des desormais deux devant dix donc dont du durant elle elles en encore enfin ensuite entre
        environ est et etaient etait etant ete etre eu eux face faut fin grace hier hors ici il ils j jamais je jusqua
        jusque l la le les leur leurs lors lorsque lui ma mais malgre me meme mes mieux moi moins mon n ne neanmoins
        ni non nos notre nous on ont or ou outre par parce parfois parmi pas pendant personne peu peut plus plusieurs
        plutot pour pourquoi pourtant premier premiere presque puis puisque quand quant quatre que quel quelle quelles
        quelque quelques quels qu qui quoi quon rien s sa sans sauf se selon sera ses seul seule si sinon soit son
        sont soudain sous souvent suite sur surtout t tandis tant tel telle tellement tenez toujours tous tout toute
        toutefois toutes tres trois trop tu un une vers via voici voila vos votre vous vraiment y photo credit image
        legende gauche droite
        """
    ),
    "es": word_set(
        """
        a acaso ademas ahi ahora al alguien algun alguna algunas alguno algunos alla alli ambos ante antes apenas aqui
        asi aun aunque ayer bajo bastante bien cada casi cerca cierto como con contra cual cuales del cualquier cuando
        cuanto cuatro da de debajo debe decir dentro desde despues detras donde dos durante e el ella ellas ellos en
        encima enfrente entonces entre era eran es esa esas ese eso esos esta estaba estado estan estar estas este
        esto estos fin finalmente fue fueron ha haber habia habra hace hacia han hasta hay he hoy incluso ir jamas
        junto la las le les lo los luego mas me medio mejor menos mi mientras mis misma mismo mucha muchas mucho
        muchos muy nada nadie ni ningun ninguna no nos nosotros nuestra nuestro nueva nuevo nunca o otra otras otro
        otros para pero poco pocos por porque posible primer primera primero pronto pues que quien quienes quiza
        quizas se segun seis ser si siempre siete sin sino sobre solo son su sus tal tambien tampoco tan tanto te
        tener tiene tienen toda todas todavia todo todos tras tres tu tus u ultima ultimo un una unas uno unos usted
        ustedes varias varios vez y ya yo foto fotografia imagen credito fuente izquierda derecha
        """
    ),
}
"""Stop words by language, without accents: they start sentences, are not names, and carry no topic."""

TIME_WORDS = word_set(
    """
    january february march april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thurs fri
    sat sun januar februar marz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag
    sonnabend sonntag janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre lundi mardi
    mercredi jeudi vendredi samedi dimanche enero febrero marzo abril mayo junio julio agosto septiembre octubre
    noviembre diciembre lunes martes miercoles jueves viernes sabado domingo easter christmas weihnachten ostern noel
    navidad english german french spanish germans americans british american european chinese russian italian russians
    """
)
"""Months, days, feasts, and some adjectives that English writes with a capital."""

UNITS = word_set(
    """
    euro euros dollar dollars prozent millionen milliarden million billion meter kilometer uhr jahre jahren jahr grad
    liter tonnen kilogramm stunden minuten sekunden ende anfang mitte seite kapitel abbildung artikel absatz teil nr
    figure table chapter section part page number no vol volume tableau chapitre capitulo seccion tabla
    """
)
"""Words beside numbers; German capitalizes them, other languages do before numbers."""

COMMON_WORDS = word_set(
    """
    time times year years day days week weeks month months hour hours minute minutes way ways thing things man men woman
    women world life lives place places part parts number case point fact side kind sort lot bit end home work works
    working worked know knows known want wants need needs needed help helps find finds found think thought come comes
    came going goes gone take takes took taken make makes making made give gives gave say saying says tell tells show
    shows showed shown seen seeing looks looking looked keep keeps leave leaves left start starts started turn turned
    change changes changed big small large different important able available free full real true sure hard easy
    story stories article articles title version page pages site website news update updated share reading listen click
    view follow sign newsletter subscribe comment comments email
    zeit jahr jahre jahren tag tage tagen woche wochen monat monate stunde stunden mal leben welt mensch menschen leute
    frau frauen mann manner kinder kind teil seite fall weg grund frage ding dinge arbeit geht gehen ging kommt kommen
    kam macht machen gemacht sagt sagte sagen gesagt sieht sehen gesehen steht stehen liegt lassen lasst bleibt
    bleiben findet finden gross grosse grossen klein kleine beispiel artikel mehr lesen newsletter
    temps annee annees ans an jour jours semaine mois heure heures fois vie monde gens homme hommes femme femmes enfant
    enfants chose choses partie cote cas pays faire fait font faite dit dire voir vu va vont aller vient venir prendre
    pris mettre mis donner donne trouver trouve grand grande grands petit petite nouveau nouvelle article lire
    tiempo ano anos dia dias semana mes meses hora horas vida mundo gente hombre hombres mujer mujeres persona personas
    nino ninos cosa cosas parte lado caso pais hacer hecho hacen dice dicen ver visto va van viene venir tomar poner dar
    encontrar grande grandes pequeno pequena nuevos nuevas articulo leer noticias
    """
)
"""Words that any text may have, so that to share them means little."""
