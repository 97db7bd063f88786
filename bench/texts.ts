const WORDS =
  'the a we our your report order plan week team will can has been sent today about next meeting change price part small large new first question answer time place letter list copy sign page work call note room garden water light paper stone river bridge window'.split(
    ' ',
  );

/**
 * A new text each time: for repeated texts, the guard reads the identity's recent mail, which would cost more each
 * time.
 */
export const newText = (): string =>
  Array.from({ length: 120 }, () => WORDS[Math.floor(Math.random() * WORDS.length)]).join(' ');
