"""Capitalized words that are not names, and common words at the start of sentences."""

from __future__ import annotations

from tamis.text.lists import word_set
from tamis.text.phrases import words_by_language

FUNCTION_WORDS = words_by_language("function_word")
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
"""Months, days, holidays, and some adjectives that English capitalizes."""

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
"""Words that occur in any text, so that sharing them means little."""
