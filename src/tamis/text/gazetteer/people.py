"""Given names, and the titles and professions before names."""

from __future__ import annotations

from tamis.text.lists import word_set
from tamis.text.phrases import words

GIVEN_NAMES = word_set(
    """
    aaron abby abdul abdullah abel abigail abraham achim ada adam adela adele adelheid adolf adrian adriana adrien
    agatha agnes agustin ahmad ahmed aicha aidan aisha alain alan alba albert alberto albrecht alejandra alejandro
    alena alessandra alessandro alex alexa alexander alexandra alexandre alexandru alexei alexey alexis alfonso alfred
    alfredo ali alice alicia alina aline alison allan allison alma alois alonso alvaro alyssa amadou amalia amanda
    amara amelia amelie amina amir amit amy ana anais anastasia anatoly andre andrea andreas andreea andrei andrej
    andres andrew andrey andrzej andy angel angela angelica angelina angelo angus anil anita anja anke ann anna
    annabel anne anneliese annette annie annika antje anthony antoine antoinette anton antonella antonia antonio
    antony anya april araceli arantxa archie ariana ariel arjun armand armin arnaud arne arnold arthur artur arturo
    asha ashley astrid audrey august auguste augustin aurelie aurora austin ava axel ayesha aylin azucena barack
    barbara barry bart bartholomew bastian baptiste beate beatrice beatrix beatriz becky belen ben benedict benedikt
    benito benjamin benoit bernadette bernard bernardo bernd bernhard bernie berta bertha bertrand beth bettina betty
    beverly bianca bill billy birgit birgitta bjorn blanca blanche bob bobby bonnie boris brad bradley brandon brenda
    brendan brent brett brian bridget brigitte britta brittany brooke bruce brunhilde bruno bryan burkhard byron
    caitlin caleb callum calvin cameron camila camille camilla candela carina carl carla carlo carlos carmen carol
    carole carolina caroline carolyn carsten casey caspar cassandra catalina catherine cathy cecile cecilia cedric
    celeste celia celine cesar chad chantal charles charlie charlotte chelsea cherie cheryl chiara chloe chris christa
    christel christelle christian christiane christina christine christoph christophe christopher cindy claire clara
    clarence claude claudia claudine claudio claus clemens clement clementine clifford clint clive clotilde cole
    colette colin colleen concepcion connor conrad constance constantin consuelo cora corinna corinne cornelia
    cornelius cory courtney craig cristian cristiano cristina crystal curtis cynthia cyril cyrille dagmar dakota dale
    damian damien dan dana daniel daniela daniele danielle danny daphne dariusz daria darren dave david davide dawn
    dean deborah debra deepak delphine denis denise dennis derek desmond detlef devin diana diane didier diego dieter
    dietmar dietrich dilip dimitri dirk dmitri dmitry dolores dominic dominik dominique don donald donna dora doreen
    doris dorothea dorothee dorothy doug douglas drew duncan dustin dylan eberhard eckhard ed eddie edgar edith edmund
    edouard eduard eduardo edward edwin eileen ekaterina elaine eleanor elena eleonore elfriede elias elijah elisa
    elisabeth elise elizabeth elke ella ellen elliot elliott elmar elodie eloise elon elsa elsbeth elvira emanuel
    emeline emil emile emilia emiliano emilie emilio emily emma emmanuel emmanuelle enrico enrique eric erica erich
    erik erika erin ernest ernesto ernst erwin esperanza esteban estelle esther ethan etienne eugen eugene eugenia
    eugenie eva evan evangeline eve evelyn evgeny ewa fabian fabien fabienne fabio fabrice fanny fatima fatou federica
    federico felicia felicity felipe felix ferdinand fernand fernanda fernando filip finn fiona flavia flora florence
    florent florentin florian floyd frances francesca francesco francine francis francisca francisco franck francois
    francoise frank franka franz franziska fred freddie frederic frederick frederik frida friedel friedhelm friedrich
    fritz gabriel gabriela gabriele gabriella gabrielle gael gareth garry gary gaspard gavin gemma genevieve geoff
    geoffrey georg george georges georgia georgina gerald geraldine gerard gerardo gerd gerda gerhard germain german
    gertrud gilbert gilles gillian gina giorgia giorgio giovanni gisela giulia giuseppe gladys glen glenn gloria
    gonzalo gordon grace graham greg gregoire gregor gregory greta gretchen grigory guadalupe gudrun guido guillaume
    guillermo gunnar gunter gunther gustav gustavo guy gwen gwendolyn hadrien hailey hakan hamid hanna hannah
    hannelore hannes hans harald harold harriet harry hartmut harvey hasan hassan hector heather hedwig heidi heike
    heiko heiner heinrich heinz helen helena helene helga hella helmut hendrik henning henri henriette henrik henry
    herbert hermann hermine hilary hilda hildegard hillary holger holly horacio horst howard hubert hugh hugo humberto
    hussein ian ibrahim ida ignacio igor ilona ilse imogen imran ina ines inga inge ingeborg ingmar ingo ingrid inigo
    inmaculada ira irena irene irina iris irma isaac isabel isabela isabella isabelle isaiah ismael ismail ivan ivana
    ivonne jack jackie jackson jacob jacqueline jacques jade jaime jake jakob james jamie jan jana jane janet janice
    janina janine jannik janos jared jasmin jasmine jason javier jay jayden jean jeanette jeanne jeannette jeff
    jeffrey jenna jennifer jenny jens jeremy jerome jerry jesse jessica jessie jesus jill jim jimena jimmy jo joachim
    joan joanna joanne joao joaquin jochen jody joe joel joelle joerg joey johan johann johanna johannes john johnny
    jolanda jon jonas jonathan jordan jordi jorg jorge josef josefa josefina joseph josephine josh joshua josiane
    josie josue jose joy joyce juan juana juanita judith judy jules julia julian juliana juliane julie julien juliet
    juliette julio julius jurgen justin justine justus jutta kai kamala kara karen karim karin karina karl karla
    karoline karsten kaspar kate katharina katherine kathleen kathrin kathryn kathy katie katja katrin kay kayla keith
    kelly ken kenneth kerry kerstin kevin khaled kilian kim kimberly kirsten kirstin klara klaus konrad konstantin
    konstanze krista kristen kristian kristin kristina kristine kurt kyle lamar lana lance lara larissa larry lars
    latoya laura laure laurel lauren laurence laurent laurie lawrence lea leah leandro lee leila lena leni lennart leo
    leon leona leonard leonardo leonhard leonid leonie leonor leopold leroy leslie leticia levi lewis liam lidia
    lieselotte lila lilian liliana lilly lily lina linda lindsay lindsey linus lionel lisa lise liz liza lloyd logan
    lois lola lorena lorenz lorenzo loretta lori lothar lotte lou louis louisa louise lourdes luc luca lucas lucia
    lucie lucien lucille lucy ludger ludmila ludovic ludwig luigi luis luisa luise lukas luke lutz lydia lynn lynne
    mackenzie madeleine madison mads magali magda magdalena maggie magnus mahmoud maik maike malcolm malik malte mandy
    manfred manon manuel manuela mara marc marcel marcela marcelle marcelo marcia marco marcos marcus margaret
    margarete margarita margaux margot margret margrit marguerite maria mariam marian mariana marianne mariano marie
    mariela marina mario marion marisa marisol marit marius marjorie mark marko markus marlene marlies marlon marta
    marten martha martin martina martine marvin mary maryam mateo mateusz mathias mathieu mathilde matias matilda matt
    matteo matthew matthias matthieu maud maureen maurice mauricio max maxim maxime maximilian maxwell maya megan
    mehdi mehmet meike melanie melinda melissa mercedes meredith mia micah michael michaela michal micheal michel
    michele micheline michelle miguel mihai mikael mike mikhail mila milan mildred milena millie milo mina mira
    miranda mireille miriam mirjam mirko mitch moana mohamed mohammad mohammed moira molly mona monica monika monique
    monserrat montserrat morgan moritz moses muhammad muriel murray mustafa myriam nadia nadine nadja nancy naomi
    narendra nasser nastasja natalia natalie natasha nathalie nathan nathaniel neil nelson nerea nestor nicholas nick
    nicky nico nicola nicolai nicolas nicolau nicole niels nigel niki nikita niklas nikola nikolai nikolaus nils nina
    noah noel noelia noemi nora norbert noreen norma norman nuria octavio odette odile olaf ole oleg olena olga oliver
    olivia olivier omar ophelie oscar oskar osman oswald otto owen pablo paige palmira pamela paola paolo parker
    pascal pascale patrice patricia patricio patrick patrik patsy paul paula paulina pauline paulo pavel pedro peggy
    penelope penny per perry peter petra petros phil philip philipp philippa philippe phillip phoebe phyllis pia
    piedad pierre pierrick pieter pilar piotr priscilla priya prudence quentin quinn quintin rachel rafael raffaella
    rahel rahul rainer raj rajesh ralf ralph ramon ramona randall randy raphael raquel raul ravi ray raymond rebecca
    rebekka regina reginald regine reiner reinhard reinhold remi rena renata renate rene renee reuben rhonda ricarda
    ricardo richard rick ricky rita rob robert roberta roberto robin rocio rod rodney rodolfo rodrigo roger rohan
    roland rolf roman romain romina romy ron ronald ronja ronnie rosa rosalie rosalind rosario roselyne rosemarie
    rosemary rosie ross roswitha rowan roxana roy ruben rubina rudi rudiger rudolf rudy rufus rupert russell ruth ryan
    sabina sabine sabrina sadie sally salma salome salvador salvatore sam samantha samir samuel sandra sandrine sandy
    sanjay santiago sara sarah sascha sasha saskia saul savannah scarlett scott sean sebastian sebastiano sebastien
    selena selina selma serena serge sergei sergey sergio seth shane shannon sharon shaun shawn sheila shelley sherry
    shinzo shirley siegfried sierra sigmund sigrid silke silvia silvio simon simona simone sina sofia sofie solange
    soledad solene sonia sonja sonya sophia sophie soren stacey stacy stan stanislas stanislav stanley stefan stefania
    stefanie steffen steffi stella stephan stephane stephanie stephen steve steven stuart sue sunil susan susana
    susann susanna susanne suzanne svein sven svenja svetlana swantje sybille sydney sylvain sylvia sylvie tabea
    tamara tania tanja tanya tara tariq tatiana tatjana taylor ted teodoro teresa terrence terri terry tessa thaddeus
    thea thelma theo theodor theodora theodore theresa therese thibault thierry thilo thomas thorsten tiffany till
    tilman tim timo timothy tina tobias toby todd tom tomas tommy toni tony torben torsten tracey tracy travis trevor
    tristan troy trudy tyler ueli ulla ulf uli ulrich ulrike umberto ursula urs usha ute uwe valentin valentina
    valentine valeria valerie vanessa vasily vera verena veronica veronika veronique vicente vicki vicky victor
    victoire victoria vijay viktor viktoria vincent vincenzo viola violet violeta virgilio virginia virginie vivian
    vivien viviane vladimir volker volodymyr walter waltraud wanda warren wayne wendelin wendy wenzel werner wesley
    whitney wiebke wilfried wilhelm wilhelmine will willem william willy winfried winston wolf wolfgang wolfram xavier
    ximena yann yannick yara yasmin yasmina yasmine yolanda youssef yuri yusuf yves yvette yvonne zachary zara zeynep
    zoe zoltan
    """
)
"""Common given names of Europe and the Americas, and the best known from elsewhere."""

TITLES = frozenset(words("person_title"))
"""Titles before a person's name, without the full stop."""

SAYING = frozenset(words("person_verb"))
"""Verbs whose subject is a person."""

PARTICLES = frozenset(words("name_particle"))
"""Lower-case words within a name."""
