import { dot, page, picture, row, sheet, type Template } from './parts.ts';

const pixel = Buffer.from(dot.split(',')[1] ?? '', 'base64');
const cid = (name: string) => ({
  filename: `${name}.png`,
  cid: `${name}@design.example`,
  content: pixel,
  contentType: 'image/png',
});

/** Mail that is built in other ways: by people, for dark mode, from right to left, by old programs. */
export const odd: Template[] = [
  {
    name: 'dark by design',
    html: page(
      '#0b0f19',
      row(
        'background:#111827;padding:30px;font-size:24px;font-weight:bold;color:#f9fafb;border-bottom:1px solid #374151',
        'Night mode, all day',
      ) +
        row(
          'background:#111827;padding:24px 30px;font-size:15px;line-height:24px;color:#d1d5db',
          'Everything in this letter is light on dark. <a href="https://night.example.net" style="color:#a5b4fc">Read</a>',
        ),
    ),
  },
  {
    name: 'colours for both, declared',
    isForDark: true,
    html: `<!doctype html><html><head><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><style>:root{color-scheme:light dark}body{margin:0;background:#ffffff;color:#1f2937;font-family:Arial}.box{padding:30px;max-width:500px;margin:0 auto;background:#f3f4f6}.link{color:#1d4ed8}@media (prefers-color-scheme:dark){body{background:#0f172a!important;color:#e2e8f0!important}.box{background:#1e293b!important}.link{color:#93c5fd!important}}</style></head><body><div class="box"><h2>Your sign-in code</h2><p style="font-size:32px;letter-spacing:8px;font-weight:bold">493 021</p><p>Not you? <a class="link" href="https://id.example.net">Tell us</a>.</p></div></body></html>`,
  },
  {
    name: 'colours for both, by rules only',
    isForDark: true,
    html: `<!doctype html><html><head><style>body{margin:0;background-color:#fafafa}.card{background:#fff;color:#222;padding:24px;max-width:480px;margin:20px auto;font:16px/24px Arial;border:1px solid #ddd}@media (prefers-color-scheme: dark){body{background-color:#121212 !important}.card{background:#1e1e1e !important;color:#eee !important;border-color:#333 !important}}</style></head><body><div class="card"><strong>Backup finished.</strong> 412 files, 3.1 GB, no errors.</div></body></html>`,
  },
  {
    name: 'right to left',
    html: `<!doctype html><html dir="rtl" lang="ar"><head><meta charset="utf-8"><style>body{margin:0;background:#f0fdf4;font-family:Tahoma,Arial,sans-serif;color:#14532d}li{margin-bottom:6px}</style></head><body><table width="560" align="center" cellpadding="20" cellspacing="0" style="background:#fff;border-right:8px solid #16a34a"><tr><td><h2 style="margin-top:0">نشرة الحديقة</h2><p>مرحبا بكم في العدد الجديد من نشرتنا، وفيه ثلاث مقالات.</p><ul><li>زراعة الطماطم</li><li>الري في الصيف</li></ul><a href="https://garden.example.net" style="background:#16a34a;color:#fff;padding:8px 18px;text-decoration:none">اقرأ المزيد</a></td></tr></table></body></html>`,
  },
  {
    name: 'right to left within',
    html: `<div style="background:#eff6ff;padding:16px;color:#1e3a8a;font-family:Arial"><p dir="rtl" style="margin:0 0 8px">שלום, ההזמנה שלך אושרה.</p><p style="margin:0">Order 5512 is confirmed.</p></div>`,
  },
  {
    name: 'made by a word processor',
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40"><head><meta name="Generator" content="Microsoft Word 15 (filtered medium)"><style><!--
@font-face {font-family:Calibri; panose-1:2 15 5 2 2 2 4 3 2 4;}
p.MsoNormal, li.MsoNormal, div.MsoNormal {margin:0cm; font-size:11.0pt; font-family:"Calibri",sans-serif; mso-fareast-language:EN-US;}
a:link, span.MsoHyperlink {mso-style-priority:99; color:#0563C1; text-decoration:underline;}
span.EmailStyle17 {font-family:"Calibri",sans-serif; color:windowtext;}
@page WordSection1 {size:612.0pt 792.0pt; margin:70.85pt 70.85pt 2.0cm 70.85pt;}
div.WordSection1 {page:WordSection1;}
--></style><!--[if gte mso 9]><xml><o:shapedefaults v:ext="edit" spidmax="1026"/></xml><![endif]--></head><body lang="EN-GB" link="#0563C1" vlink="#954F72" style="word-wrap:break-word"><div class="WordSection1"><p class="MsoNormal">Dear Ms Hopper,<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><p class="MsoNormal">please find the <b>minutes</b> below. <span style="color:#C00000">Changes are in red.</span><o:p></o:p></p><table class="MsoTableGrid" border="1" cellspacing="0" cellpadding="0" style="border-collapse:collapse;border:none"><tr><td width="200" valign="top" style="width:150.0pt;border:solid windowtext 1.0pt;padding:0cm 5.4pt 0cm 5.4pt"><p class="MsoNormal">Item<o:p></o:p></p></td><td width="200" valign="top" style="width:150.0pt;border:solid windowtext 1.0pt;border-left:none;padding:0cm 5.4pt 0cm 5.4pt;background:#E2EFD9"><p class="MsoNormal">Owner<o:p></o:p></p></td></tr></table><p class="MsoNormal" style="margin-left:36.0pt;text-indent:-18.0pt"><span style="font-family:Symbol">·</span> <a href="https://minutes.example.net">All minutes</a><o:p></o:p></p></div></body></html>`,
  },
  {
    name: 'with an AMP form beside it',
    html: page(
      '#e0f2f1',
      row('padding:30px;font-size:18px;color:#004d40', 'Answer the poll in your browser.'),
    ),
    more: {
      text: 'Answer the poll in your browser.',
      amp: '<!doctype html><html amp4email><head><meta charset="utf-8"><script async src="https://cdn.ampproject.org/v0.js"></script><style amp4email-boilerplate>body{visibility:hidden}</style></head><body>Answer here</body></html>',
    },
  },
  {
    name: 'a home page of old',
    html: `<HTML><BODY BGCOLOR=#FFFFCC TEXT=#000066 LINK=#CC0000 VLINK=#660066><CENTER><FONT FACE="Comic Sans MS,Arial" SIZE=6 COLOR=#CC0066><B>Club News</B></FONT><BR><FONT SIZE=-1>No. 14</FONT></CENTER><HR NOSHADE SIZE=4 COLOR=#CC0066 WIDTH="80%"><UL TYPE=square><LI>Meeting moved to <A HREF="https://club.example.net">Tuesday</A><LI>Dues are <BIG>due</BIG></UL><TABLE BORDER=4 CELLPADDING=8 CELLSPACING=3 BORDERCOLOR=#336699 ALIGN=right BGCOLOR=white><TR><TH>Won<TH>Lost<TR ALIGN=center><TD>7<TD>3</TABLE><P ALIGN=justify>The garden behind the hall needs hands. Bring gloves, and a friend who has some. There is soup afterwards.<BR CLEAR=all><IMG SRC="${dot}" WIDTH=60 HEIGHT=40 HSPACE=12 VSPACE=6 BORDER=2 ALIGN=left>A square beside words that flow around it, as they did.</BODY></HTML>`,
  },
  {
    name: 'tables of old in a browser of old',
    html: `<html><body bgcolor="#c0c0c0" style="font:bold 20px Georgia;color:#800000"><p>Large letters<table border="0" cellpadding="4"><tr><td bgcolor="#ffffff">Small again, as tables of old forget</td><td bgcolor="#ffff99"><img src="${dot}" width="40" height="40"><img src="${dot}" width="40" height="20"></td></tr></table></body></html>`,
  },
  {
    name: 'embedded pictures',
    html: `<!doctype html><html><body style="font-family:Arial;color:#333;background:#fff"><p><img src="cid:logo@design.example" width="160" height="40" alt="Logo" style="display:block;background:#eee"></p><p>Regards,<br><b style="color:#0d47a1">Ada</b></p><p><img src="cid:sign@design.example" width="90" height="30" alt=""></p></body></html>`,
    more: { attachments: [cid('logo'), cid('sign')] },
  },
  {
    name: 'classes with odd names',
    html: `<!doctype html><html><head><style>.text-slate-700{color:#334155}.bg-sky-50{background-color:#f0f9ff}.p-6{padding:24px}.w-1\\/2{width:50%}.leading-\\[24px\\]{line-height:24px}@media (max-width:600px){.sm\\:w-full{width:100%!important}}</style></head><body class="bg-sky-50 text-slate-700" style="margin:0"><div class="p-6 sm:w-full w-1/2 leading-[24px]" style="background:#fff;font-family:Arial"><p class="lead">Built from small classes, as it is done now.</p></div></body></html>`,
  },
  {
    name: 'as high as its window',
    html: `<!doctype html><html style="height:100%"><head><style>html,body{height:100%!important;width:100%!important;margin:0 auto!important;padding:0!important;background:#ede7f6}.wrap{min-height:100%}</style></head><body><center class="wrap" style="width:100%;background:#ede7f6"><div style="max-width:520px;margin:0 auto;background:#fff;padding:28px;font:16px/26px Arial;color:#311b92">It wants the whole height, and gets what it needs.</div></center></body></html>`,
  },
  {
    name: 'letter with all kinds of text',
    html: `<!doctype html><html><head><style>body{font-family:Georgia,serif;color:#2b2b2b;max-width:600px;line-height:1.5}h1{color:#7b1fa2}blockquote{border-left:4px solid #ce93d8;margin:1em 0;padding-left:1em;color:#555}dt{font-weight:bold}code{background:#f3e5f5;padding:1px 4px}</style></head><body><h1>Terms, briefly</h1><h2>1. Words</h2><p>A <em>mail</em> is what was sent<sup>1</sup>, not what was meant<sub>2</sub>. <small>Small print.</small> <mark>Marked.</mark> <del>Gone.</del> <ins>Added.</ins></p><ol type="a" start="3"><li>First<ol type="i"><li>Inner</li></ol></li><li>Second</li></ol><blockquote>It was ever thus.</blockquote><dl><dt>Party</dt><dd>Who signs</dd></dl><pre>  1  first line of code, which is long enough to show that it is not wrapped by anybody at all, ever
  2  second</pre><p><code>npm start</code> and <kbd>Enter</kbd></p><hr></body></html>`,
  },
  {
    name: 'report with spans of cells',
    html: sheet(
      'table{border-collapse:collapse;font:13px Arial}td,th{border:1px solid #90a4ae;padding:5px 9px}th{background:#cfd8dc}caption{caption-side:bottom;color:#607d8b;font-size:11px}.t td{background:#eceff1;font-weight:bold}',
      '<table width="520"><caption>In thousands</caption><thead><tr><th rowspan="2">Region</th><th colspan="2">Quarter</th></tr><tr><th>Third</th><th>Fourth</th></tr></thead><tbody><tr><td>North</td><td align="right">120</td><td align="right">134</td></tr><tr><td>South</td><td align="right">98</td><td align="right">87</td></tr></tbody><tfoot><tr class="t"><td>Total</td><td align="right">218</td><td align="right">221</td></tr></tfoot></table>',
    ),
  },
  {
    name: 'change in code',
    html: `<!doctype html><html><body style="font:14px/1.5 -apple-system,'Segoe UI',Helvetica,Arial,sans-serif;color:#1f2328"><p><b>ada</b> wants to merge 2 commits</p><table style="border-collapse:collapse;width:100%;font:12px/20px ui-monospace,Consolas,monospace"><tr style="background:#ffebe9"><td style="width:30px;color:#82071e;text-align:right;padding-right:8px">-</td><td style="white-space:pre">  const total = sum(lines)</td></tr><tr style="background:#dafbe1"><td style="width:30px;color:#116329;text-align:right;padding-right:8px">+</td><td style="white-space:pre">  const total = sum(lines) + shipping</td></tr></table><p style="font-size:12px;color:#656d76">Reply to this email directly, or <a href="https://code.example.net/1" style="color:#0969da">view it</a>.</p><img src="${picture(1, 1, 'ffffff')}" height="1" width="1" alt=""></body></html>`,
  },
  {
    name: 'digest with faces',
    html: `<!doctype html><html><head><style>.face{border-radius:50%;vertical-align:middle;margin-right:8px}.clip{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;max-width:380px}</style></head><body style="background:#fff0f6;margin:0;padding:20px;font-family:Verdana,Geneva,sans-serif;font-size:13px;color:#3c1361">${[
      'Mary',
      'Rosalind',
      'Lise',
    ]
      .map(
        (name, index) =>
          `<div style="background:#fff;border:1px solid #fbcfe8;padding:12px;margin-bottom:10px"><img class="face" src="${picture(36, 36, ['f472b6', 'c084fc', '60a5fa'][index] ?? '999999')}" width="36" height="36" alt=""><b>${name}</b> wrote<div class="clip">A first line that is longer than the place that it is given, and ends in three dots</div></div>`,
      )
      .join('')}</body></html>`,
  },
];
