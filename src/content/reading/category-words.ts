import type { Category } from './message.ts';

type Worded = Exclude<Category, 'bounce' | 'other'>;

/**
 * What speaks for a category, with its weight: single words (a `*` stands for any ending), parted by spaces; then
 * phrases, parted by commas. Accents are folded. A word counts more in the subject.
 */
export const evidence: Record<Worded, [weight: number, words: string, phrases: string][]> = {
  personal: [
    [
      2,
      'mum mom dad grandpa grandma grandad granny hugs xoxo xx honey darling sweetheart oma ' +
        'opa mama papa papi abuela abuelo nonna kisses bisous bises bacione baci besos abrazo ' +
        'kuss liefs cheri cherie coucou',
      'love you, miss you, miss me, all my love, lots of love, happy birthday, ' +
        "te echo de menos, je t'embrasse, liebe grusse, viele liebe, alles gute",
    ],
    [
      1.5,
      'birthday wedding engaged baby kids cousins sister brother family dinner lunch ' +
        'weekend holiday vacances friends friend beach famille enfants hermana hermano ' +
        'famiglia gattino freunden geburtstag wochenende wandern feierst love mate cousin ' +
        'noel fotos etentje toetje',
      'this weekend, the little ones, how are you, come stai, como estas, the photos, ' +
        'the kids, venir nous voir, nous voir, ven a vernos, tot dan, hey du, hast du lust',
    ],
    [1, 'hey hi hoi ciao hallo cheers guapa bella', 'see you soon, last night'],
  ],
  support: [
    [
      2.5,
      'bug crash crashes crashed crashing troubleshoot fehlermeldung foutmelding',
      "not working, does not work, doesn't work, no longer works, stopped working, " +
        "can't log in, cannot log in, can not log in, unable to log, arrived broken, " +
        'arrived damaged, is missing, funktioniert nicht, ne fonctionne pas, no funciona, ' +
        "werkt niet, nao consigo, no puedo, n'arrive pas, non funziona, doing wrong, how do i, " +
        'how can i, fix this, fix that, how to fix, si blocca, komme nicht weiter, ' +
        'nicht weiter, il manque, est casse, what am i doing',
    ],
    [
      1.5,
      'error errors problem problems issue issues broken fails failing failed fail cracked ' +
        'hangs hang stuck help support replacement defective fehler problem hilfe helfen ' +
        'aider aide probleme erreur ayuda ayudar problema erro ajudar aiutarmi aiutare errore ' +
        'helpen probleem incorrecta remplacement ticket down outage blocks mismatch',
      'please help, can you help, could you help, any idea, look into, tried another, ' +
        'tried again, i already tried, reinstalled, ne marche pas, what do you need from me, ' +
        'bildschirm',
    ],
    [
      0.8,
      'login account app application anmeldung einrichtung konto settings reset ' +
        'instructions documentation webhook api integration sync',
      'error message, question about',
    ],
  ],
  sales: [
    [
      3,
      'quote quotation pricing rfp devis preisliste preisanfrage presupuesto orcamento ' +
        'tarifs tarif preventivo offerte reseller mengenrabatt',
      'volume discount, volume discounts, price list, price lists, lista de precios, ' +
        'request for proposal, annual discount, annual discounts, what would it cost, ' +
        'what does it cost, service costs, product costs, enterprise plan, free trial, ' +
        'was kostet, bitten um ein angebot, sales team, catalogue avec les prix',
    ],
    [
      2,
      'demo prospect leads pipeline proposal upsell licenses licences lizenzen licencias ' +
        'licencas seats angebot einkauf',
      'would you be interested, interested in your, interessieren uns, estamos interesados, ' +
        'gostariamos de receber, businesses like yours, companies like yours, ' +
        'teams like yours, case study, we are evaluating, looking to buy, we help, ' +
        'show you how it works, came across your company, 15 minutes, we would like to buy, ' +
        'nous aimerions acheter, plan anual, plano anual',
    ],
    [
      1,
      'upgrade discount discounts remises cost costs kostet prix precios precos product ' +
        'produkt producto plan catalogue margins buy acheter kaufen partnership',
      '',
    ],
  ],
  billing: [
    [
      3,
      'invoice invoices rechnung rechnungen facture factures factura facturas fattura ' +
        'fatture factuur facturen fatura refund refunded rembourser remboursement reembolso ' +
        'erstattung overdue unpaid zahlungserinnerung uberfallig monatsrechnung mahnung ' +
        'gutschrift',
      'credit note, charged twice, payment failed, payment method, statement of account, ' +
        'was charged, amount paid, your receipt, receipt number, debite deux fois, ' +
        'billing address, past due',
    ],
    [
      1.5,
      'payment payments paid pay receipt billing charged charge vat paiement zahlung ' +
        'uberweisen abgebucht betrag montant importe pago pagamento bonifico abonnement ' +
        'subscription buchhaltung comptabilite betalen bedrag bank iban',
      'due within, bank details, credit card, charge your card, your card',
    ],
    [0.8, 'eur usd gbp euro euros card amount accountant', ''],
  ],
  scheduling: [
    [
      3,
      'reschedule rescheduled appointment termin terminvorschlag rendez-vous reunion ' +
        'reunión cita afspraak vergadering appuntamento videollamada telefonat',
      'you have been invited, invitation:, meeting next week, can we meet, could we meet, ' +
        'time works for you, times work for you, work for you, suit you for, are you free, ' +
        'i am free, quick call, rendez-vous, event has been canceled, ' +
        'event has been cancelled, seriez-vous disponible, tienes disponibilidad, open slot, ' +
        'seeing you tomorrow, canceled:, um 10 uhr',
    ],
    [
      1.5,
      'meeting meet calendar invite availability available disponible schedule noon slot ' +
        'uhr besprechung verzetten workshop haircut call reminder session sessions seminar ' +
        'webinar',
      'catch up, next tuesday, next week, time zone, let me know what time, at noon, ' +
        'starts on, confirmer votre presence, a 14h, a 15h, otra hora, la hora',
    ],
    [
      0.7,
      'monday tuesday wednesday thursday friday montag dienstag mittwoch donnerstag freitag ' +
        'lundi mardi mercredi jeudi vendredi lunes martes miercoles jueves viernes dinsdag ' +
        'vrijdag tomorrow morgen afternoon pm am',
      '',
    ],
  ],
  notification: [
    [
      2.5,
      'shipped zugestellt expedie',
      'has shipped, is on its way, on its way, mentioned you, build failed, alert triggered, ' +
        'automated message, automatic message, automatisch erzeugte, message automatique, ' +
        'mensaje automatico, do not reply, ne pas y repondre, no responda, status changed, ' +
        'changed the status, track your, suivez votre, sigue tu, new comment, ' +
        'nouveau commentaire, a commente, was updated, were updated, has been updated, ' +
        'almost full, new issue opened, en camino, neue anmeldung, new sign-in, new login, ' +
        'nuevo dispositivo, dispositivo nuevo, gate change, edited the page, view changes, ' +
        'no action is needed, with status, job',
    ],
    [
      1,
      'alert notification aviso alerte status delivered deployed completed finished backup ' +
        'firing parcel colis paket sendung flight boarding build commented',
      'view it, view issue, view the, manage your, in your settings, ' +
        'reply to this email to comment, because you watch',
    ],
  ],
  newsletter: [
    [
      2,
      'unsubscribe newsletter abbestellen abmelden desabonner desinscrire boletin bulletin',
      'view in browser, read in your browser, view this email in your browser, view online, ' +
        'update preferences, manage preferences, date de baja, darse de baja, in this issue, ' +
        'clicca qui, se desabonner',
    ],
    [
      1,
      'sale offers offer ofertas rebajas saldi angebote shop collection discount descuento ' +
        'sconto weekly digest edition editors exhibitions members',
      'shop now, free shipping, read more, last chance, this week, cette semaine, our blog, ' +
        'you signed up, our lead article',
    ],
  ],
  verification: [
    [
      3,
      'otp passcode sicherheitscode verifizierungscode bestatigungscode',
      'verification code, security code, one-time code, one-time passcode, ' +
        'one time password, login code, sign-in code, access code, confirmation code, ' +
        'confirm your email, verify your email, reset your password, magic link, ' +
        'code de verification, codigo de verificacion, codigo de verificacao, ' +
        'codigo de acceso, codice di verifica, e-mail-adresse zu bestatigen, ' +
        'bestatigen sie ihre e-mail, confirmez votre adresse, confirma tu correo, ' +
        'reimposta la password, reimpostare la password, reinitialiser votre mot de passe, ' +
        'passwort zurucksetzen, finish signing in, choose a new password',
    ],
    [
      1.5,
      'pin 2fa',
      'expires in, is valid for, never share, did not request, to sign in, sign in to, ' +
        'link works once, est valable, caduca en, if it was not you, il codice',
    ],
  ],
  spam: [
    [
      3,
      'viagra cialis lottery loteria loterie casino jackpot inheritance backlinks webcam',
      'you have won, ha ganado, vous avez gagne, sie haben gewonnen, next of kin, ' +
        'million dollars, guaranteed returns, passive income, risk free, no risk, ' +
        'first page on google, no prescription, claim your, double your money, free spins, ' +
        'no deposit, dormant account, abandoned fund, processing fee, i hacked, singles, ' +
        'guaranteed traffic, haben ein iphone gewonnen, ihren gewinn, verify your password, ' +
        'confirm your password, verify your account, daily profit, guest posts, ' +
        'mailbox has exceeded',
    ],
    [
      1.5,
      'winner won prize bitcoin crypto forex bonus pills meds sexy beloved widow million ' +
        'seo guaranteed guarantee premio gewinn congratulations felicitations felicidades ' +
        'suspended confidential banker cheapest kostenlos',
      'act now, order now, click here, dear sir, dear user, dear customer, dear beloved, ' +
        'god bless, limited slots, within 24 hours, within 48 hours, bank details, ' +
        'datos bancarios, coordonnees bancaires, join now, klicken sie jetzt, full name',
    ],
  ],
};
