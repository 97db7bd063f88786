/**
 * Beginnings of words with which a message asks its reader to sign in, to confirm, to pay or to install something, in the
 * languages that business mail is mostly written in. A link in such a message does harm; one that is only told does not.
 */
const beginnings = [
  ...[
    'log ?in',
    'log ?on',
    'sign ?in',
    'sign ?on',
    'sso',
    'pass ?w',
    'pass ?code',
    'credential',
    'otp',
    '2fa',
    'pin',
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
    'access',
    'portal',
  ],
  ...[
    'pay',
    'invoice',
    'bank',
    'iban',
    'refund',
    'wallet',
    'fee',
    'install',
    'download',
    'update',
    'upgrade',
    'fill',
    'form',
  ],
  ...[
    'anmeld',
    'einlogg',
    'kennw',
    'bestätig',
    'zugang',
    'zugriff',
    'konto',
    'konten',
    'zahl',
    'rechnung',
    'überweis',
  ],
  ...['freischalt', 'entsperr', 'herunterlad', 'aktualisier', 'installier', 'ausfüll', 'gebühr', 'formular'],
  ...[
    'connex',
    'connect',
    'mot de passe',
    'identifi',
    'accès',
    'compte',
    'pai?e',
    'facture',
    'virement',
    'télécharg',
    'rempli',
  ],
  ...[
    'contraseñ',
    'inici',
    'ingres',
    'acced',
    'acceso',
    'cuenta',
    'pag[aou]',
    'factura',
    'descarg',
    'actualiz',
    'rellen',
  ],
  ...['acced', 'accesso', 'conto', 'bonific', 'fattura', 'scaric', 'aggiorn', 'compil', 'conferm'],
  ...['inlog', 'wachtw', 'bevestig', 'toegang', 'rekening', 'betal', 'betaal', 'factuur', 'invul', 'bijwerk'],
  ...[
    'zalog',
    'hasł',
    'potwierd',
    'dostęp',
    'płat',
    'zapłać',
    'opłat',
    'faktur',
    'pobier',
    'wypełn',
    'aktualiz',
  ],
  ...['senha', 'acess', 'conta', 'fatura', 'baix', 'preench', 'atualiz', 'inicie'],
  ...[
    'logga',
    'lösen',
    'bekräft',
    'betal',
    'log på',
    'giriş',
    'şifre',
    'hesap',
    'öde',
    'parol',
    'conect',
    'plăt',
    'přihl',
    'hesl',
    'plat[bit]',
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
  const plain = text.normalize('NFKC').replace(/%[0-9a-f]{2}|[_+-]/gi, ' ');
  return asks.test(plain) || count(plain, latin) < 0.8 * count(plain, letters);
}
