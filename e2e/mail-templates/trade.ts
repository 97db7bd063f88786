import { button, dot, page, picture, row, type Template } from './parts.ts';

const transitional = (head: string, body: string) =>
  `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8" />${head}</head>${body}</html>`;

const step = (name: string, isDone: boolean) =>
  `<td width="25%" align="center" style="font:12px Arial;color:${isDone ? '#0b7a3b' : '#9aa5b1'}"><div style="height:6px;background:${isDone ? '#0b7a3b' : '#e4e7eb'};margin-bottom:8px;border-radius:3px"></div>${name}</td>`;

/** Mail of companies: newsletters, receipts, banks, shops, invitations. */
export const trade: Template[] = [
  {
    name: 'newsletter of slices',
    html: transitional(
      '<title>Slices</title>',
      `<body bgcolor="#e9e4da" leftmargin="0" topmargin="0" marginwidth="0" marginheight="0"><center><table width="600" border="0" cellspacing="0" cellpadding="0"><tr><td><img src="${picture(600, 120, '8a5a2b')}" width="600" height="120" alt="Harvest" /></td></tr><tr><td><img src="${picture(300, 80, 'c98b4a')}" width="300" height="80" alt="" /><img src="${picture(300, 80, 'e0b27a')}" width="300" height="80" alt="" /></td></tr><tr><td bgcolor="#ffffff" style="padding:20px"><font face="Georgia, serif" size="4" color="#5b3a17">Apples, pears and a fair in the village</font><br /><img src="${dot}" width="1" height="12" alt="" /><br /><font face="Verdana" size="2" color="#444444">The fair is on Sunday. Bring a basket.</font></td></tr></table></center></body>`,
    ),
  },
  {
    name: 'newsletter with a hero and articles',
    html: page(
      '#eef2f7',
      `<tr><td><img src="${picture(600, 220, '2f6fed')}" width="600" alt="A harbour" style="display:block;width:100%;height:auto;border:0"></td></tr>` +
        row(
          'padding:28px 32px 0;font-size:26px;line-height:32px;font-weight:bold;color:#102a43',
          'November at the harbour',
        ) +
        row(
          'padding:12px 32px 20px;font-size:16px;line-height:26px;color:#486581',
          'New routes, fewer queues, and a café that opens at five.',
        ) +
        ['Routes', 'Queues', 'Coffee']
          .map(
            (name, index) =>
              `<tr><td style="padding:0 32px 20px"><table width="100%" cellpadding="0" cellspacing="0"><tr><td width="120" valign="top"><img src="${picture(120, 90, ['ff8a65', '81c784', '4fc3f7'][index] ?? '999999')}" width="120" height="90" alt="" style="display:block;border-radius:6px"></td><td valign="top" style="padding-left:16px;font:15px/22px Arial,sans-serif;color:#334e68"><b>${name}</b><br>What changes this month, in a few words that fit here. <a href="https://harbour.example.net/${index}" style="color:#2f6fed">Read on</a></td></tr></table></td></tr>`,
          )
          .join(''),
    ),
  },
  {
    name: 'receipt of a card payment',
    html: `<!DOCTYPE html><html><head><style>body{background-color:#f6f9fc;font-family:-apple-system,"Segoe UI",Arial,sans-serif;margin:0;-webkit-text-size-adjust:100%}table{border-spacing:0}.card{width:480px;margin:0 auto;background:#fff;border-radius:12px;box-shadow:0 2px 5px rgba(60,66,87,.1)}.muted{color:#8898aa;font-size:12px;text-transform:uppercase;letter-spacing:.5px}.sum{font-size:32px;font-weight:600;color:#32325d}.line td{border-top:1px solid #e6ebf1;padding:12px 0;font-size:15px;color:#525f7f}.r{text-align:right}</style></head><body><div style="padding:40px 0"><table class="card" align="center"><tr><td style="padding:32px"><div class="muted">Receipt from Lumen</div><div class="sum">€48.00</div><table width="100%"><tr class="line"><td>Team plan</td><td class="r">€40.34</td></tr><tr class="line"><td>VAT 19%</td><td class="r">€7.66</td></tr><tr class="line"><td><b>Charged</b></td><td class="r"><b>€48.00</b></td></tr></table></td></tr></table></div></body></html>`,
  },
  {
    name: 'bank alert',
    html: transitional(
      '<style type="text/css">td{font-family:Tahoma,Arial,sans-serif;font-size:13px;color:#222}a{color:#004d99}</style>',
      `<body style="margin:0;background:#dfe5ec"><table align="center" width="620" cellpadding="0" cellspacing="0" style="border:1px solid #b3bfcc;background:#ffffff"><tr><td bgcolor="#00305e" height="56" style="padding-left:20px"><font color="#ffffff" size="4"><b>Nordkasse</b></font></td></tr><tr><td style="padding:20px"><p>Dear customer,</p><p>a payment of <b>1,204.50 EUR</b> was made from the account that ends with <b>4411</b>.</p><table cellpadding="6" cellspacing="0" border="1" bordercolor="#cccccc" rules="all" width="100%"><tr bgcolor="#f0f4f8"><td><b>Day</b></td><td><b>To</b></td><td align="right" nowrap="nowrap"><b>Amount</b></td></tr><tr><td>12 November</td><td>Power and Water</td><td align="right">1,204.50</td></tr></table><p>If you do not know it, <a href="https://bank.example.net/stop">stop the card</a>.</p></td></tr></table></body>`,
    ),
  },
  {
    name: 'parcel on its way',
    html: page(
      '#f5f7fa',
      row(
        'padding:28px 32px 4px;font-size:22px;font-weight:bold;color:#1f2933',
        'Your parcel is on its way',
      ) +
        row(
          'padding:0 32px 20px;font-size:15px;color:#52606d',
          'It arrives on <b style="color:#0b7a3b">Thursday</b>.',
        ) +
        `<tr><td style="padding:0 32px 24px"><table width="100%" cellspacing="4" cellpadding="0"><tr>${step('Ordered', true)}${step('Packed', true)}${step('On its way', true)}${step('Delivered', false)}</tr></table></td></tr>` +
        `<tr><td align="center" style="padding:0 32px 32px">${button('https://parcel.example.net/9', 'Track it', '#0b7a3b')}</td></tr>`,
    ),
  },
  {
    name: 'invitation with Outlook shapes',
    html: `<!doctype html><html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"><head><!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]--><style>v\\:* {behavior:url(#default#VML);display:inline-block} .h{font-size:34px;color:#fff}</style></head><body style="margin:0"><div style="background-color:#3d1a78"><!--[if gte mso 9]><v:background fill="t"><v:fill type="tile" src="${picture(40, 40, '4b2391')}" color="#3d1a78"/></v:background><![endif]--><table width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td valign="top" align="center" background="${picture(40, 40, '4b2391')}" style="padding:48px 20px"><p class="h" style="margin:0 0 20px;font-family:Georgia,serif">An evening of short films</p><!--[if mso]><v:roundrect arcsize="50%" fillcolor="#ffd54f"><w:anchorlock/><center>Say yes</center></v:roundrect><![endif]--><!--[if !mso]><!-- --><a href="https://films.example.net/yes" style="background-color:#ffd54f;border-radius:22px;color:#3d1a78;display:inline-block;font:bold 16px/44px Arial;text-align:center;text-decoration:none;width:200px;mso-hide:all">Say yes</a><!--<![endif]--></td></tr></table></div></body></html>`,
  },
  {
    name: 'coupon',
    html: page(
      '#fff7ed',
      row(
        'padding:32px 32px 12px;text-align:center;font-size:18px;color:#7c2d12',
        'A gift for your birthday',
      ) +
        `<tr><td align="center" style="padding:0 32px 32px"><table cellpadding="0" cellspacing="0" style="border:3px dashed #ea580c;border-collapse:separate;background:repeating-linear-gradient(45deg,#fff7ed,#fff7ed 10px,#ffedd5 10px,#ffedd5 20px)"><tr><td style="padding:20px 48px;font:bold 40px/1 'Courier New',monospace;letter-spacing:6px;color:#c2410c">NOV-25</td></tr></table></td></tr>`,
    ),
  },
  {
    name: 'survey from nought to ten',
    html: page(
      '#ffffff',
      row(
        'padding:24px 24px 8px;font-size:18px;color:#111827',
        'How likely are you to tell a friend about us?',
      ) +
        `<tr><td style="padding:0 24px 24px"><table width="100%" cellspacing="3" cellpadding="0"><tr>${Array.from({ length: 11 }, (_, n) => `<td align="center" bgcolor="${n < 7 ? '#fecaca' : n < 9 ? '#fde68a' : '#bbf7d0'}" style="border-radius:4px"><a href="https://ask.example.net/${n}" style="display:block;padding:12px 0;font:bold 14px Arial;color:#111827;text-decoration:none">${n}</a></td>`).join('')}</tr><tr><td colspan="5" style="font:12px Arial;color:#6b7280">Not at all</td><td colspan="6" align="right" style="font:12px Arial;color:#6b7280">Very likely</td></tr></table></td></tr>`,
    ),
  },
  {
    name: 'table for two',
    html: `<html><body style="margin:0;background:#1b4332"><table width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:30px 10px"><table width="440" cellpadding="0" cellspacing="0" bgcolor="#fefae0"><tr><td align="center" style="padding:26px 26px 0;font-family:'Times New Roman',Times,serif;font-size:30px;color:#1b4332">Your table is booked</td></tr><tr><td align="center" style="padding:18px"><table cellpadding="0" cellspacing="0" style="border:2px solid #1b4332"><tr><td bgcolor="#1b4332" align="center" style="padding:6px 30px;color:#fefae0;font:bold 13px Arial">NOVEMBER</td></tr><tr><td align="center" style="font:bold 54px/70px Georgia;color:#1b4332">28</td></tr></table></td></tr><tr><td align="center" style="padding:0 26px 26px;font:15px/22px Arial;color:#2d6a4f">Friday at half past seven, two people<br><img src="${picture(388, 140, '95d5b2')}" width="388" height="140" alt="The way" style="margin-top:14px;border:1px solid #1b4332"></td></tr></table></td></tr></table></body></html>`,
  },
  {
    name: 'jobs of the week',
    html: page(
      '#f3f2ef',
      row('padding:22px 24px 6px;font-size:20px;font-weight:bold;color:#0a66c2', 'Three jobs for you') +
        ['Engineer, tools', 'Designer, maps', 'Writer, guides']
          .map(
            (job) =>
              `<tr><td style="padding:8px 24px"><table width="100%" cellpadding="0" cellspacing="0" style="border:1px solid #e0dfdc;border-radius:8px"><tr><td width="64" style="padding:12px"><div style="width:48px;height:48px;background:#0a66c2;border-radius:4px;color:#fff;font:bold 22px/48px Arial;text-align:center">${job[0]}</div></td><td style="padding:12px 12px 12px 0;font:14px/20px Arial;color:#000000e6"><a href="https://jobs.example.net/x" style="color:#0a66c2;font-weight:bold;text-decoration:none">${job}</a><br><span style="color:#666">Kiel, or from home</span></td></tr></table></td></tr>`,
          )
          .join('') +
        row('padding:14px 24px 22px;font-size:12px;color:#666', 'You asked for one mail a week.'),
    ),
  },
  {
    name: 'flash sale with a picture behind it',
    html: `<!doctype html><html><body style="margin:0;padding:0"><table width="100%" cellpadding="0" cellspacing="0" style="background:#111"><tr><td align="center"><div style="max-width:640px;background:#222 url('${picture(640, 320, 'b71c1c')}') center top / cover no-repeat;padding:90px 20px;color:#fff;font-family:Impact,'Arial Black',sans-serif;font-size:52px;line-height:54px;text-transform:uppercase;text-shadow:2px 2px 0 #000">Only<br>today</div></td></tr><tr><td align="center" style="padding:24px;font:14px Arial;color:#bbb">Prices end at midnight. <a href="https://sale.example.net" style="color:#ff8a80">See all</a></td></tr></table></body></html>`,
  },
  {
    name: 'columns that wrap',
    html: `<!doctype html><html lang="en" dir="auto"><head><meta name="viewport" content="width=device-width,initial-scale=1"><style type="text/css">#outlook a{padding:0}body{margin:0;padding:0;-webkit-text-size-adjust:100%}table,td{border-collapse:collapse;mso-table-lspace:0pt}p{display:block;margin:13px 0}.mj-column-per-50{width:50%!important;max-width:50%}@media only screen and (max-width:480px){.mj-column-per-50{width:100%!important;max-width:100%}}</style></head><body style="word-spacing:normal;background-color:#f4f4f4"><div style="display:none;font-size:1px;color:#fff;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden">What the list shows</div><div style="background-color:#f4f4f4"><div style="background:#fff;background-color:#fff;margin:0 auto;max-width:600px"><table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="background:#fff;width:100%"><tbody><tr><td style="direction:ltr;font-size:0;padding:20px 0;text-align:center"><div class="mj-column-per-50" style="font-size:0;text-align:left;direction:ltr;display:inline-block;vertical-align:top;width:100%"><table width="100%" cellpadding="0" cellspacing="0"><tr><td align="left" style="font-size:0;padding:10px 25px"><div style="font-family:Ubuntu,Helvetica,Arial,sans-serif;font-size:20px;line-height:1.3;color:#f45e43">Left</div></td></tr><tr><td style="font-size:0;padding:10px 25px"><p style="border-top:solid 4px #f45e43;font-size:1px;margin:0 auto;width:100%"></p></td></tr></table></div><div class="mj-column-per-50" style="font-size:0;text-align:left;direction:ltr;display:inline-block;vertical-align:top;width:100%"><table width="100%" cellpadding="0" cellspacing="0"><tr><td align="left" style="font-size:0;padding:10px 25px"><div style="font-family:Ubuntu,Helvetica,Arial,sans-serif;font-size:14px;line-height:22px;color:#55575d">Right: a column of half the width, until the window is narrow.</div></td></tr></table></div></td></tr></tbody></table></div></div></body></html>`,
  },
];
