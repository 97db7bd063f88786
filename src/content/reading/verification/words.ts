import { ASCII, fold } from './fold.ts';

/**
 * The words around codes and links, as people's programs write them in some 25 languages: folded as the text is
 * (`fold.ts`). A phrase matches where a word begins; one that ends in `*` also goes on (endings, compounds).
 */

/** A noun that means a one-time code by itself. */
const strong = `
verification code*, verify code, verification pin, one-time code*, one time code*, one-time pass*, one time pass*, onetime pass*,
otp, otp code, otc, single-use code, temporary code, confirmation code, security code, login code, log-in code, sign-in code, signin code,
sign in code, access code, authentication code, authorization code, authorisation code, activation code, passcode*, 2fa code,
two-factor code, 2-step verification code, two-step verification code, email code, pairing code, magic code, recovery code, validation code,
registration code, reset code, mfa code, unlock code, approval code,
bestatigungscode*, verifizierungscode*, sicherheitscode*, anmeldecode*, einmalcode*, einmalkennwort*, einmalpasswort*, aktivierungscode*,
zugangscode*, freischaltcode*, bestatigungs-code, login-code, einmal-code, tan, prufcode,
code de verification, code de confirmation, code de securite, code a usage unique, code d'acces, code d'activation, code de connexion,
code d'authentification, code unique, mot de passe a usage unique, code de validation, code temporaire,
codigo de verificacion, codigo de confirmacion, codigo de seguridad, codigo de acceso, codigo de un solo uso, codigo de activacion,
codigo unico, contrasena de un solo uso, codigo de inicio de sesion, codi de verificacio, clave de un solo uso, clave unica, clave temporal, clave de acceso, codigo temporal,
codigo de verificacao, codigo de confirmacao, codigo de seguranca, codigo de acesso, codigo de uso unico, codigo de ativacao, senha de uso unico,
senha temporaria, codigo de autenticacao, codigo de autenticacion, codigo de login,
codice di verifica, codice di conferma, codice di sicurezza, codice di accesso, codice monouso, codice usa e getta, codice di attivazione,
password monouso, codice temporaneo, codice otp,
verificatiecode*, bevestigingscode*, beveiligingscode*, inlogcode*, eenmalige code, toegangscode*, activeringscode*, eenmalig wachtwoord,
verifieringskod*, bekraftelsekod*, sakerhetskod*, engangskod*, inloggningskod*, aktiveringskod*, verifikationskod*,
bekraeftelseskod*, sikkerhedskod*, verificeringskod*, bekreftelseskod*, sikkerhetskod*, verifiseringskod*, innloggingskod*, paloggingskod*,
engangspassord*, engangsadgangskod*, loginkod*,
vahvistuskood*, turvakood*, kertakayttokood*, kirjautumiskood*, todennuskood*, kertakayttoi* koodi*,
kod weryfikacyjn*, kod potwierdzaj*, kod bezpieczenstwa, kod jednorazow*, jednorazow* kod*, haslo jednorazow*, jednorazow* haslo, kod dostepu, kod aktywacyjn*,
kod logowania, kodu weryfikacyjnego, kod autoryzacyjn*,
overovaci kod*, potvrzovaci kod*, bezpecnostni kod*, jednorazov* kod*, prihlasovaci kod*, jednorazov* heslo, overovaci* kod*, aktivacni kod*, potvrdzovaci kod*,
код подтверждения, код проверки, код безопасности, одноразов* код*, одноразов* парол*, код доступа, код для входа, код авторизации, код активации,
проверочн* код*, кодом подтверждения, кода подтверждения, коде подтверждения, код верификации, код для подтверждения, код входа,
код пiдтвердження, код безпеки, одноразов* пароль, код доступу, код перевiрки, код для входу, кодом пiдтвердження,
dogrulama kod*, onay kod*, guvenlik kod*, tek kullanimlik*, giris kod*, aktivasyon kod*,
κωδικο* επαληθευσης, κωδικο* επιβεβαιωσης, κωδικο* ασφαλειας, κωδικο* μιας χρησης, κωδικο* προσβασης, κωδικο* εισοδου,
رمز التحقق, رمز التاكيد, رمز الامان, رمز التفعيل, كلمه المرور لمره واحده, رمز الدخول, كود التحقق, كود التفعيل, رمز لمره واحده, رمز المصادقه, رمز تحقق,
קוד אימות, קוד האימות, קוד חד פעמי, קוד חד-פעמי, קוד גישה, סיסמה חד פעמית, קוד אישור, קוד הכניסה, קוד האישור, קוד ההתחברות,
वन टाइम पासवरड, वन-टाइम पासवरड, सतयापन कोड, सतयापन कड, ओटीपी, ओटपी, ओटप, पुषटि कोड, सुरकषा कोड,
認証コード, 確認コード, ワンタイムパスワード, ワンタイムコード, セキュリティコード, ログインコード, 認証番号, 確認番号, 検証コード, 使い捨てコード, アクセスコード,
验证码, 驗證碼, 校验码, 动态码, 动态密码, 一次性密码, 一次性密碼, 确认码, 確認碼, 安全码, 安全碼, 登录码, 登入碼, 激活码, 動態密碼, 检验码,
인증 코드, 인증코드, 인증번호, 인증 번호, 확인 코드, 확인코드, 보안 코드, 보안코드, 일회용 비밀번호, 일회용 코드, 일회용비밀번호, 로그인 코드,
ma xac minh, ma xac nhan, ma xac thuc, ma otp, ma bao mat, ma dang nhap, mat khau mot lan, mat ma mot lan, ma kich hoat, mã xác minh,
kode verifikasi, kode otp, kode keamanan, kode konfirmasi, kode akses, kata sandi sekali pakai, kode sekali pakai, kode masuk, kod pengesahan, kode aktivasi,
รหัสยืนยัน, รหัสการยืนยัน, รหัสผ่านแบบใช้ครั้งเดียว, รหัสความปลอดภัย, รหัสเข้าสู่ระบบ, รหัส otp, รหัสใช้ครั้งเดียว,
ellenorzo kod*, megerosito kod*, biztonsagi kod*, egyszer hasznalatos*, hitelesito kod*, belepesi kod*, egyszeri kod*, aktivalo kod*,
cod de verificare, cod de confirmare, cod de securitate, codul de verificare, codul de confirmare, codul de securitate, cod unic, parola de unica folosinta, cod de acces, codul de autentificare, cod de activare, codul de acces,
код за потвърждение, код за сигурност, еднократ* код*, код за вход, verifikacijski kod*, kod za potvrdu, potvrdni kod*, kod za prijavu, jednokratn* kod*, верификацион* код*, код за верификациjу`;

/** A noun that is a one-time code only beside words of intent. */
const weak = `
code, codes, pin, password, token, kod*, koodi*, codigo, codice, cod, codul, kode, code*, passwort*, kennwort*,
код, кода, кодом, коду, пароль, пин, κωδικο*, رمز, رمزك, كود, קוד, הקוד, कोड, कड, コード, 代码, 密码, 密碼, 코드, 비밀번호, รหัส, koden, tunnus*`;

/** What one does with a code: what stands right behind (or, in other word orders, before) is one, in mail about signing in. */
const enter = `
enter, type, type in, key in, input, these digits, the digits below, the numbers below, following digits, following numbers, following characters,
use, usa, usar, utiliza, utilizar, utilisez, verwenden sie, gebruik, brug, bruk, anvand, uzyj, pouzijte, folosi*, kullan*,
geben sie bitte, geben sie, gib, gebe, eingeben, entrez, saisissez, tapez, saisir, ingresa, ingrese, introduce, introduzca, escribe, escriba, teclea, digite, insira, introduza, numeros abaixo, inserisci, inserire, digita, digitare,
vul, voer, typ, ange, skriv in, skriv inn, indtast, tast inn, syota, kirjoita, wpisz, podaj, wprowadz, zadejte, zadej, zadajte, vlozte, введите, введи, введiть, въведете, unesite, vnesite, introdu, introduceti, girin, yazin, εισαγετε, πληκτρολογηστε, ird be, adja meg, gepelje be,
ادخل, ادخال, הזן, הזינו, הקלד, दरज, 入力, 输入, 輸入, 입력, nhap, masukkan, กรอก, ใส่รหัส`;

/** Codes of another kind, and numbers that are none: what follows them is not a one-time code. */
const other = `
promo code*, promotion code*, promotional code*, discount code*, coupon code*, voucher code*, gift code*, gift card code, referral code*, invite code*, offer code*,
zip code*, postal code*, post code*, area code*, country code*, dial* code*, error code*, exit code*, status code*, source code*, code review*, qr code*,
dress code*, building code*, tax code*, sort code*, swift code*, bank code*, color code*, colour code*, product code*, item code*, reference code*, booking code*,
booking reference*, confirmation number*, record locator*, order*, invoice*, ticket*, case*, tracking*, shipment*, reference*, ref, account number*, account ending, card ending,
ending in, customer number*, customer id, member*, policy*, version*, build*, release*, page*, room*, suite*, flight*, extension*, ext, phone*, tel, call us*, fax, serial number*,
license key*, part number*, sku*, batch*, code of conduct, code freeze, code change*, morse code, bar code*, barcode*, http code*, code base, codebase, code block, pull request*, issue*, commit*, door code*, gate code*, class code*, course code*, conference id, meeting id, meeting code, passcode for the meeting, dial-in*,
rabattcode*, gutscheincode*, aktionscode*, postleitzahl*, plz, bestellnummer*, bestellung*, rechnung*, kundennummer*, sendungsnummer*, vorgangsnummer*, auftragsnummer*, fehlercode*, quellcode*, qr-code*, buchungscode*, buchungsnummer*,
code promo*, code de reduction, code postal, code avantage, numero de commande, commande*, facture*, numero de suivi, numero de client, code barre*, code erreur, code source,
codigo promocional, codigo de descuento, codigo postal, numero de pedido, pedido*, factura*, codigo de reserva, numero de seguimiento, cupon*, codigo de desconto, codigo promocional, cupom*, fatura*, cep,
codice promozionale, codice sconto, codice fiscale, codice postale, cap, numero ordine, ordine*, fattura*, codice prenotazione, codice cliente,
kortingscode*, actiecode*, postcode*, ordernummer*, bestelnummer*, bestelling*, factuur*, klantnummer*, rabattkod*, postnummer*, ordrenummer*, rabatkod*, faktura*, kampanjkod*, postinumero*, tilausnumero*, alennuskood*, lasku*, kuponkikood*,
kod rabatow*, kod pocztow*, zamowieni*, faktur*, kod promocyjn*, slevov* kod*, objednavk*, psc, промокод*, код скидки, заказ*, почтов* индекс*, номер отправления, счет*, замовленн*, рахун*,
indirim kod*, siparis*, posta kod*, fatura*, kampanya kod*, εκπτωτικο* κωδικο*, παραγγελια*, ταχυδρομικο* κωδικα*, τιμολογιο*, رمز الخصم, كود الخصم, رقم الطلب, طلبك, الرمز البريدي, رقم الفاتوره, קוד קופון, קוד הנחה, מספר הזמנה, הזמנה, מיקוד, חשבונית,
クーポンコード, 割引コード, 注文番号, 郵便番号, 請求書, 优惠码, 折扣码, 订单*, 邮政编码, 发票, 優惠碼, 訂單*, 할인 코드, 쿠폰 코드, 쿠폰코드, 주문번호, 주문 번호, 우편번호, 송장, ma giam gia, ma don hang, don hang, ma buu chinh, hoa don, kode promo, kode diskon, kode pos, pesanan, nomor pesanan, faktur, โค้ดส่วนลด, รหัสไปรษณีย์, หมายเลขคำสั่งซื้อ, kedvezmenykod*, iranyitoszam, rendeles*, szamla*, cod promotional, cod postal, comanda, factura, cod de reducere`;

/** What a message says that lets somebody in, or asks whether an address is theirs. */
const intent = `
verify*, verification*, sign in*, sign-in*, signin*, log in*, log-in*, login*, logging in, signing in, authenticat*, one-time*, one time*, two-factor*, 2-step*, two-step*, 2fa, mfa, confirm your*, confirm it, confirm that it, authoriz*, authoris*, autoriz*, autoris*, allow it, new browser, conferm*, accesso*, دخول, الدخول, prove that, is yours, sign up, sign-up, registration, registrazione, registro, registrieren, inscription, inscripcion, rejestracj*, регистрац*, inregistr*, activate*, new device,
verifizier*, bestatig*, anmeld*, einlogg*, zwei-faktor*, freischalt*, verifi*, connexion*, connect*, confirm*, valider*, authentif*, inici* sesion, iniciar, acceso*, verific*, autentic*, entrar, acess*, acced*, inlog*, in te loggen, aanmeld*, bevestig*, logga in, inlogg*, logg* inn, logge inn, log ind, logge ind, bekraft*, bekreft*, vahvist*, kirjaudu*, kirjautu*, sisaankirjaut*,
zaloguj*, zalogowa*, logowani*, potwierd*, weryfik*, prihlas*, overen*, potvrd*, overi*, подтвер*, вход*, войти, авториз*, верифик*, пiдтвер*, увiйти, dogrula*, giris*, onayla*, επιβεβαι*, επαληθευ*, συνδε*, التحقق, تسجيل الدخول, تاكيد, للتحقق, אימות, התחבר*, כניסה, לאמת, सतयाप*, लॉगिन, लगइन, 認証, 確認, ログイン, 验证, 登录, 驗證, 登入, 인증, 로그인, 확인, xac minh, xac nhan, dang nhap, verifikasi*, konfirmasi*, masuk, ยืนยัน, เข้าสู่ระบบ, ellenorz*, megerosit*, bejelentkez*, autentific*, conectare*, потвърд*, prijav*`;

/** How long it holds, or that nobody should be told: said of one-time codes and hardly of others. */
const shortLived = `
expire*, valid for*, minutes, minute, do not share*, don't share*, never share*, not share*, did not request*, didn't request*, not request*, if this wasn't you, if you did not*, if you didn't*, never ask*, enter it*, enter this*, enter the*, use this code*, use the code*,
gultig*, minuten, nicht weiter*, minut*, valable*, expire*, ne partag*, ne communiq*, caduc*, minutos, no compart*, valido*, nao compart*, scad*, minuti, non condiv*, geldig*, verloopt*, deel deze*, galler*, giltig*, gyldig*, utgar*, udlob*, vanhen*, voimassa*, wazny*, wygas*, nie udost*, plati*, platnost*, minut*, действ*, никому*, минут*, дiйсн*, хвилин*, gecerli*, dakika*, paylas*, ισχυει*, ληγει*, λεπτα, صالح*, دقائق, دقيقه, لا تشارك*, תקף*, בתוקף, דקות, मिनट*, मनट*, 有効期限, 分間, 分以内, 有效期, 有效, 分钟*, 分鐘*, 请勿*, 請勿*, 유효*, 분 동안, 분간, 분 이내, phut, het han, hieu luc, berlaku*, menit*, kedaluwarsa*, jangan*, นาที, หมดอายุ, ervenyes*, perc*, lejar*, valabil*, expira*, minute*, валид*, валж*`;

/** A time that holds for one-time codes; those of lockers, parcels and shops hold for days. */
const minutes = `
minut*, хвилин*, dakika*, λεπτα, λεπτων, دقائق, دقيقه, דקות, मिनट*, मनट*, 分間, 分以内, 分钟*, 分鐘*, 분 동안, 분간, 분 이내, phut, menit*, นาที, perc*`;

/** What a link or button that confirms or lets in is called. */
const linkNames = `
verify*, confirm*, activate*, validate*, log in*, login*, sign in*, signin*, magic link, complete registration, complete sign*, finish sign*, set up your account, reset*, approve*, yes, it's me,
bestatig*, verifizier*, anmeld*, einlogg*, aktivier*, freischalt*, zurucksetz*, confirmer*, valider*, activer*, connecter*, connexion*, reinitialis*, confirmar*, verificar*, activar*, ativar*, acceder*, iniciar sesion, entrar*, restablecer*, redefinir*, conferma*, verifica*, attiva*, accedi*, reimposta*, bevestig*, verifieer*, activeer*, inloggen, verifiera*, bekrafta*, aktivera*, logga in*, bekreft*, bekraeft*, aktiver*, logg inn, log ind, verific*, vahvista*, aktivoi*, kirjaudu*, potwierd*, zweryfikuj*, aktywuj*, zaloguj*, potvrd*, overi*, aktivovat*, prihlas*, подтверд*, активир*, войти, пiдтверд*, увiйти, dogrula*, onayla*, giris yap*, etkinlestir*, επιβεβαι*, επαληθευ*, συνδε*, ενεργοποι*, تاكيد*, تحقق*, تفعيل*, تسجيل الدخول, אימות*, לאמת*, אשר*, התחבר*, सतयाप*, पुषटि*, 認証*, 確認*, ログイン*, 有効化*, 验证*, 確认*, 确认*, 激活*, 登录*, 驗證*, 確認*, 登入*, 인증*, 확인*, 로그인*, xac minh*, xac nhan*, kich hoat*, dang nhap*, verifikasi*, konfirmasi*, aktifkan*, masuk*, ยืนยัน*, เข้าสู่ระบบ*, megerosit*, ellenoriz*, aktival*, bejelentkez*, confirma*, activa*, потвърд*`;

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Scripts that are written without spaces, or join words: there a phrase may stand anywhere. */
const joined = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Hang}\p{sc=Arab}\p{sc=Hebr}\p{sc=Deva}]/u;

type Patterns = { any: RegExp; inAscii: RegExp };

/**
 * One pattern for all phrases of a list: literals only, so it never backtracks further than a phrase is long. Text in
 * ASCII, which most is, has one without the other scripts and without classes of Unicode, at a fraction of the cost.
 */
function patternsOf(list: string): Patterns {
  const phrases = [
    ...new Set(
      fold(list)
        .toLowerCase()
        .split(',')
        .map((phrase) => phrase.trim()),
    ),
  ]
    .filter((phrase) => phrase !== '')
    .sort((a, b) => b.length - a.length);
  const spaced = phrases.filter((phrase) => !joined.test(phrase));
  const unspaced = phrases
    .filter((phrase) => joined.test(phrase))
    .map((phrase) => literal(phrase.replaceAll('*', '')));
  const alternatives = (list: readonly string[], letter: string): string =>
    list
      .map((phrase) => phrase.split('*').map(literal).join(`${letter}{0,20}`).replace(/ /g, '[ \\u00a0]'))
      .join('|');
  const ascii = alternatives(
    spaced.filter((phrase) => ASCII.test(phrase)),
    '[a-zA-Z]',
  );
  return {
    any: new RegExp(
      `(?<![\\p{L}\\d])(?:${alternatives(spaced, '[\\p{L}]')})(?![\\p{L}])|(?:${unspaced.join('|')})`,
      'gu',
    ),
    inAscii: new RegExp(`(?<![a-zA-Z\\d])(?:${ascii || '(?!)'})(?![a-zA-Z])`, 'g'),
  };
}

const lists = {
  strong: patternsOf(strong),
  weak: patternsOf(weak),
  enter: patternsOf(enter),
  other: patternsOf(other),
  intent: patternsOf(intent),
  shortLived: patternsOf(shortLived),
  minutes: patternsOf(minutes),
  linkNames: patternsOf(linkNames),
};

export type WordList = keyof typeof lists;

/** The pattern of a list for this folded text, at its beginning. */
export function patternFor(list: WordList, text: string): RegExp {
  const pattern = ASCII.test(text) ? lists[list].inAscii : lists[list].any;
  pattern.lastIndex = 0;
  return pattern;
}

/** Whether a folded text in lower case has a phrase of the list. */
export const says = (text: string, list: WordList): boolean => patternFor(list, text).test(text);
