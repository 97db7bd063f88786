/**
 * Beginnings of words with which a message asks its reader to sign in, to confirm, to pay or to install something, in the
 * languages that business mail is mostly written in, without accents. A link in such a message does harm; one that is only
 * told does not.
 */
const beginnings = [
  ...[
    'log ?in',
    'log ?on',
    'sign ?in',
    'sign ?on',
    'sso\\b',
    'pass ?w',
    'pass ?code',
    'credential',
    'otp\\b',
    '2fa',
    'pin\\b',
  ],
  ...[
    'verif',
    'authent',
    'authori[sz]',
    'confirm',
    'validat',
    'unlock',
    'reactivat',
    'account',
    'acces(?!sor)',
    'portal',
  ],
  ...[
    'pay',
    'invoice',
    'bank',
    'iban',
    'refund',
    'wallet',
    'fees?\\b',
    'install',
    'download',
    'update',
    'upgrade',
  ],
  ...['fill', 'forms?\\b', 'formula[rio]'],
  ...[
    'anmeld',
    'einlogg',
    'kennw',
    'bestatig',
    'zugang',
    'zugriff',
    'konto',
    'konten',
    'zahl',
    'rechnung',
    'uberweis',
  ],
  ...['freischalt', 'entsperr', 'herunterlad', 'aktualisier', 'ausfull', 'gebuhr'],
  ...[
    'connex',
    'connect',
    'mot de passe',
    'identifi',
    'compte',
    'pai?e',
    'facture',
    'virement',
    'telecharg',
    'rempli',
  ],
  ...[
    'contrasen',
    'inici',
    'ingres',
    'acced',
    'cuenta',
    'pag[aou]',
    'factura',
    'descarg',
    'actualiz',
    'rellen',
  ],
  ...['conto\\b', 'bonific', 'fattura', 'scaric', 'aggiorn', 'compil', 'conferm'],
  ...['inlog', 'wachtw', 'bevestig', 'toegang', 'rekening', 'betal', 'betaal', 'factuur', 'invul', 'bijwerk'],
  ...[
    'zalog',
    'hasł',
    'potwierd',
    'dostep',
    'płat',
    'zapłac',
    'opłat',
    'faktur',
    'pobier',
    'wypełn',
    'aktualiz',
  ],
  ...['senha', 'conta\\b', 'fatura', 'baix', 'preench', 'atualiz'],
  ...[
    'logga',
    'losenord',
    'bekraft',
    'log pa',
    'giris',
    'sifre',
    'hesap',
    'odeme',
    'parol',
    'conect',
    'prihl',
    'hesl',
    'plat(?:b|it)',
  ],
];
const asks = new RegExp(`(?<!\\p{L})(?:${beginnings.join('|')})`, 'iu');
const latin = /\p{Script=Latin}/gu;
const letters = /\p{L}/gu;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/**
 * Whether a text asks its reader to sign in, to confirm, to pay or to install something. True where it cannot be told:
 * the words are those of languages with Latin letters.
 */
export function asksForAction(text: string): boolean {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/%[0-9a-f]{2}|[_+-]/gi, ' ');
  return asks.test(plain) || count(plain, latin) < 0.8 * count(plain, letters);
}
