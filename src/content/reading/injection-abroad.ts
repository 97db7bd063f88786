import { any, has, known, steps, type Weighed } from './weighed.ts';
import { fold, type Text } from './words.ts';

// What `injection-intents.ts` looks for in English, in other languages and scripts.

/** Pieces of words as they are folded, parted by spaces; `_` stands for one. */
const pieces = (list: string): string[] => list.split(' ').map((piece) => fold(piece).replaceAll('_', ' '));

/** In scripts without spaces between words: an object and a verb near each other, in either order. */
const pairs: [objects: string[], verbs: string[]][] = (
  [
    [
      '指令 指示 规则 規則 提示词 设定 命令',
      '忽略 无视 忘记 忘掉 忽視 無視 抛开 不要遵 不再遵 别管 放弃 忘記',
    ],
    ['指示 命令 ルール プロンプト 規則 制約', '無視 忘れ 従わな 破棄'],
    ['지시 명령 규칙 프롬프트 지침', '무시 잊 따르지'],
    ['تعليمات التعليمات الأوامر أوامر قواعد القواعد', 'تجاهل انس تجاهلي'],
    ['निर्देश नियम आदेश', 'अनदेखा नज़रअंदाज़ भूल उपेक्षा'],
    ['הוראות ההוראות הנחיות ההנחיות הכללים', 'התעלם התעלמי שכח תתעלם'],
    ['دستورالعمل دستورات دستور قوانین', 'نادیده فراموش'],
    ['คำสั่ง กฎ', 'เพิกเฉย ละเว้น ลืม ไม่ต้องสนใจ'],
    ['নির্দেশ নিয়ম', 'উপেক্ষা ভুলে'],
    ['ہدایات احکامات', 'نظرانداز نظر بھول'],
    ['huong_dan chi_dan lenh quy_tac', 'bo_qua quen phot_lo'],
  ] as const
).map(([objects, verbs]) => [pieces(objects), pieces(verbs)]);
/** One's own mail that is to be forgotten: a correction. */
const corrections = pieces(
  '我上 我之前 上一封 我的 私の 先ほど 先程 前のメール 前回のメール 제_이전 이전_메일 앞서 رسالتي فيها मेरे उसमें שלי ایمیل_قبلی cua_toi thu_truoc ก่อนหน้าของผม',
);
const NEAR_CHARACTERS = 32;

const overridesWithoutSpaces = ({ folded }: Text): boolean =>
  /[^\0-\x7f]/.test(folded) &&
  pairs.some(([objects, verbs]) =>
    objects.some((object) => {
      const at = folded.indexOf(object);
      if (at === -1) return false;
      const around = folded.slice(Math.max(0, at - NEAR_CHARACTERS), at + NEAR_CHARACTERS);
      return verbs.some((verb) => around.includes(verb)) && !corrections.some((own) => around.includes(own));
    }),
  );

/** Machines and their codes in languages with spaces, whose words `injection-stems.ts` takes together otherwise. */
const aiWords = 'ki ia ii ии ші шi ai si yz';
const helpers =
  'assistent* asistent* assistant* agent* asisten* ассистент* асистент* помощник* помічник* помiчник* avustaja asistani asistana bot boter segito* tekoaly* βοηθ* asystent*';
const machineInWords = any(
  steps(2, aiWords, helpers),
  steps(
    3,
    'assistente assistent asistente assistant agente agent asystent* asystenc* asistent* asistan*',
    `de d di sztucz* umel* umetn* artifici* ${aiWords}`,
  ),
);
const conditions = 'falls wenn si se als jesli jezeli si pokud ak если якщо om hvis';
const readerIs = 'du sie tu vous eres usted voce sei je jij u jestes jsi ты вы ти ви';
const ifModel = any(
  steps(
    5,
    conditions,
    readerIs,
    'sprachmodell* lenguaje linguagem linguistico linguaggio langage taalmodel jezykow* jazykov* языков* мовн* sprakmodell sprogmodel spraakmodel',
  ),
  steps(4, conditions, readerIs, 'ki ia ии ші шi ai ki-assistent*'),
);
const takesAbroad = steps(
  6,
  'schick* send* leit* sende antwort* nenn* verrat* kopier* envoy* envoie transfer* repond* donne* copi* envi* reenvi* respond* dime dame manda* mand* inoltr* rispond* dimmi copia encaminh* responda stuur* verstuur* antwoord* geef wyslij przeslij prześlij odpowiedz podaj skicka vidarebefordra svara send videresend svar posli preposli odpovez пришли отправ* перешл* вышли ответь надiшли надішли перешл* вiдповiд* gonder* ilet* yanitla trimite redirectioneaz* kuldd posalji proslijedi изпрати препрати kirim* teruskan* laheta valita',
  'code codes kod* code* codig* codic* bestatigungscode* verifizierungscode* sicherheitscode* passwort* passworter mot contrasen* senh* wachtwoord* hasl* hesl* heslo losenord* код* парол* sifre* parola* jelszo* salasan* nachricht* mails mail message* messag* mensaj* mensagen* berichten wiadomosc* zprav* письм* лист* mesaj* meddeland* besked* pesan* съобщен* poruk* postfach* posteingang* boite bandeja caixa casella skrzynk* schrank* inbox* почт* скриньк*',
);

/** Scripts and languages in which one does not meet the words above; pieces of words, as they are folded. */
const foreign = {
  machine: pieces(
    'ai助手 ai代理 人工智能 语言模型 語言模型 机器人 智能助理 aiアシスタント アシスタント 言語モデル エージェント ai비서 ai_비서 인공지능 언어_모델 에이전트 어시스턴트 एआई कृत्रिम भाषा_मॉडल المساعد_الذكي مساعد_الذكاء الذكاء_الاصطناعي نموذج_لغوي המודל_ בינה_מלאכותית עוזר_ ผู้ช่วย ปัญญาประดิษฐ์ هوش_مصنوعی دستیار ии-ассистент ии-агент искусственн языков_модел языковая_модель шi-асистент мовна_модель штучн yapay_zeka dil_modeli tro_ly_ai mo_hinh_ngon_ngu asisten_ai model_bahasa tekoaly kielimalli mesterseges nyelvi_modell τεχνητη γλωσσικο_μοντελο',
  ),
  quiet: pieces(
    '不要告诉 别告诉 不要通知 不要提及 不要提 伝えない 知らせない 言わない 教えない 通知しない 内緒 秘密に 알리지 말하지 언급하지 비밀로 मत_बता ना_बता नहीं_बता बताए_बिना لا_تخبر لا_تذكر دون_علم دون_إخبار אל_תספר בלי_לספר อย่าบอก به_کاربر_نگو soyleme bahsetme haber_verme не_сообщай не_говори не_упоминай без_ведома не_повiдомляй не_кажи dung_noi dung_bao jangan_beri jangan_katakan ala_kerro ne_mondd μην_πεις μην_αναφερεις',
  ),
  takes: pieces(
    '转发 转到 发给我 发送 发到 告诉我 転送 送って 送信し 送付し 返信し 教えて 전달 보내 전송 알려 भेज अग्रेषित फॉरवर्ड أرسل وأعد_توجيه أعد_توجيه حول_ שלח העבר ส่งต่อ ส่ง ارسال_کن بفرست ilet gonder перешли отправь пришли вышли перешлiть перешли надiшли chuyen_tiep gui_ teruskan kirim laheta kuldd tovabbits στειλε προωθησε',
  ),
  valuables: pieces(
    '验证码 密码 收件箱 邮件 联系人 提示词 系统提示 認証コード 確認コード パスワード 受信 メール 連絡先 プロンプト 인증 비밀번호 받은편지함 메일 연락처 프롬프트 कोड पासवर्ड इनबॉक्स संदेश رمز كلمة_المرور البريد الرسائل صندوق קוד סיסמה הודעות תיבת รหัส อีเมล کد رمز_عبور پیام kodu sifre mesaj posta код парол письм почт лист ma_xac hop_thu kode sandi pesan koodi viesti kod uzenet jelszo κωδικο μηνυματα',
  ),
};
const MAY_BE_FOREIGN = /[^\0-\x7f]/;
const meets =
  (list: readonly string[]) =>
  ({ folded }: Text) =>
    MAY_BE_FOREIGN.test(folded) && list.some((piece) => folded.includes(piece));

/** Those who explain how it is done. */
const explains = meets(
  pieces('如何 怎样 讲座 仕組み 学び 講座 解説 方法 방법 كيف कैसे злоумышленник вебинар обзоре'),
);
const [takes, valuables] = [meets(foreign.takes), meets(foreign.valuables)];
const takesForeign = (text: Text): boolean => takes(text) && valuables(text) && !explains(text);

const verbatim = has(
  'word for word|verbatim|wortwortlich|wort fur wort|mot pour mot|mot a mot|palabra por palabra|palavra por palavra',
  'parola per parola|woord voor woord|slowo w slowo|дословно|слово в слово|дослiвно|kelimesi kelimesine|ord for ord',
);
const verbatimForeign = meets(pieces('逐字 一字一句 一字不 글자_그대로 كلمة_بكلمة शब्दशः'));
const orders = known(
  'instruction* instruccion* instrucoes anweisung* consigne* istruzion* prompt* instruct* polecen* instrukc* инструкц* iнструкц* istem* talimat*',
);
const ordersForeign = meets(pieces('指令 指示 プロンプト 프롬프트 지시 تعليمات निर्देश 提示'));
const asksVerbatim = (text: Text): boolean =>
  (verbatim(text) && text.tokens.some(orders)) || (verbatimForeign(text) && ordersForeign(text));

export const intentsAbroad: Weighed[] = [
  { weight: 0.7, found: overridesWithoutSpaces },
  { weight: 0.3, kind: 'address', found: machineInWords },
  { weight: 0.6, found: ifModel },
  { weight: 0.3, kind: 'address', found: meets(foreign.machine) },
  { weight: 0.35, kind: 'quiet', found: meets(foreign.quiet) },
  { weight: 0.65, found: asksVerbatim },
  { weight: 0.3, kind: 'act', found: takesAbroad },
  { weight: 0.3, kind: 'act', found: takesForeign },
];
