/** Question words, and the shortest words of the most frequent languages of mail. */
const lists = [
  // English
  'a an the of to in on at by for from with about into over under is are was were be been being am do does did done has ' +
    'have had having will would shall should can could may might must what which who whom whose when where why how many ' +
    'much any some all this that these those it its i me my we us our you your they them their he him his she her and ' +
    'or not no yes if then than as so there here please tell show find give let know get got say said says ask asked ' +
    'mail mails email emails message messages latest last recent whether',
  // German
  'der die das den dem des ein eine einen einem einer und oder nicht ist sind war waren wird werden wurde hat haben hatte ' +
    'kann können soll was wer wen wem wann wo warum wie viel viele welche welcher welches ich mich mir wir uns unser sie ' +
    'ihr ihnen er es von vom zu zum zur mit für auf aus bei im in am an nach über bitte mein meine meinen meinem meiner dein deine ihre ihrem ihren seine unsere bis ab',
  // French
  'le la les un une des du de et ou ne pas est sont était a ont avait qui que quoi quel quelle quels quelles quand où ' +
    'pourquoi comment combien je me moi nous vous ils elles il elle on notre votre leur avec pour sur dans par au aux ce cette mon ma mes son sa ses jusqu peut peux d l s n qu',
  // Spanish, Portuguese, Italian
  'el los las lo uno una unos unas y o es son era fue ha han qué que quién quien cuándo cuando dónde donde cómo como cuánto ' +
    'cuanto cuántos yo nos usted su sus mi con para por en al del se os as e um uma não é são foi quem quando onde quanto ' +
    'meu nosso seu com do da dos das no na mio mia miei tuo tua suo sua minha meus minhas tu pasa puedo puede il gli i che chi dove perché quanti io noi voi lei loro non sono ho hanno nel ' +
    'della di per',
  // Dutch
  'het een van niet zijn wordt heeft hebben wat wie wanneer waar waarom hoe veel ik mij wij ons jij u uw zij hun met voor op ' +
    'uit naar te mijn kan',
];

export const stopWords: ReadonlySet<string> = new Set(lists.join(' ').split(' '));
