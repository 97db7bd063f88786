import { button, dot, page, row, sheet, type Template } from './parts.ts';

const receipt = (colour: string, shop: string, lines: [string, string][]) =>
  page(
    '#f4f4f7',
    row(`background:${colour};color:#fff;font-size:22px;font-weight:bold;padding:28px 32px`, shop) +
      row(
        'padding:28px 32px 8px;font-size:16px;line-height:24px;color:#333',
        'Thank you for your order. Here is your receipt.',
      ) +
      `<tr><td style="padding:0 32px 24px"><table width="100%" cellpadding="8" cellspacing="0" style="border-collapse:collapse;font:14px Arial,sans-serif;color:#51545e">${lines
        .map(
          ([name, price], index) =>
            `<tr style="background:${index % 2 ? '#fff' : '#f8f9fb'}"><td style="border-bottom:1px solid #eaeaec">${name}</td><td align="right" style="border-bottom:1px solid #eaeaec;white-space:nowrap">${price}</td></tr>`,
        )
        .join('')}</table></td></tr>` +
      `<tr><td align="center" style="padding:0 32px 32px">${button('https://shop.example.net/orders/7', 'View your order', colour)}</td></tr>`,
  );

const notice = (colour: string, title: string, text: string, action: string) =>
  page(
    '#eef1f5',
    row(
      `border-top:6px solid ${colour};padding:32px 40px 0;font-size:24px;line-height:30px;font-weight:bold;color:#1f2933`,
      title,
    ) +
      row('padding:16px 40px 24px;font-size:15px;line-height:24px;color:#52606d', text) +
      `<tr><td style="padding:0 40px 32px">${button('https://app.example.net/go', action, colour, 24)}</td></tr>` +
      row(
        'padding:16px 40px;background:#f5f7fa;font-size:12px;line-height:18px;color:#7b8794',
        'You receive this because you have an account. <a href="https://app.example.net/out" style="color:#7b8794">Unsubscribe</a>',
      ),
  );

const columns = (cells: [string, string, string][]) =>
  page(
    '#ffffff',
    `<tr>${cells
      .map(
        ([colour, title, text]) =>
          `<td width="${Math.floor(600 / cells.length)}" valign="top" style="padding:12px"><table width="100%" cellpadding="0" cellspacing="0" style="border:1px solid #ddd;border-radius:6px"><tr><td height="90" bgcolor="${colour}"></td></tr><tr><td style="padding:12px;font-family:Verdana,sans-serif;font-size:13px;line-height:19px;color:#444"><b style="color:${colour}">${title}</b><br>${text}</td></tr></table></td>`,
      )
      .join('')}</tr>`,
  );

/** Ordinary mail: receipts, notices, columns, classes, old fonts. */
export const plain: Template[] = [
  {
    name: 'receipt, green',
    html: receipt('#22a06b', 'Corner Books', [
      ['The Sea Atlas', '24.00 EUR'],
      ['Bookmark', '3.50 EUR'],
      ['Total', '27.50 EUR'],
    ]),
  },
  {
    name: 'receipt, purple',
    html: receipt('#5e35b1', 'Lamp and Light', [
      ['Desk lamp', '89.00 EUR'],
      ['Bulb, 2 pieces', '7.80 EUR'],
      ['Shipping', '4.90 EUR'],
      ['Total', '101.70 EUR'],
    ]),
  },
  {
    name: 'password reset',
    html: notice(
      '#d64545',
      'Reset your password',
      'Somebody asked for a new password for your account. The link works for one hour.',
      'Choose a new password',
    ),
  },
  {
    name: 'welcome',
    html: notice(
      '#3e7bfa',
      'Welcome to Harbour',
      'Your workspace is ready. <strong>Three steps</strong> remain: invite your team, connect a calendar, pick a plan.',
      'Open your workspace',
    ),
  },
  {
    name: 'two columns',
    html: columns([
      ['#0b7285', 'Routes', 'Two new ferries from Kiel.'],
      ['#e67700', 'Rooms', 'Forty rooms with a view of the sea.'],
    ]),
  },
  {
    name: 'three columns',
    html: columns([
      ['#2b8a3e', 'Plant', 'Bulbs for spring.'],
      ['#862e9c', 'Prune', 'Roses before the frost.'],
      ['#c92a2a', 'Pick', 'The last apples.'],
    ]),
  },
  {
    name: 'style sheet with classes',
    html: sheet(
      `body{background:#fdf6e3;color:#073642;font-family:Georgia,serif;margin:0} .box{max-width:520px;margin:0 auto;padding:30px} h1{color:#cb4b16;font-size:30px;border-bottom:3px double #cb4b16;padding-bottom:8px} .lead{font-size:18px;line-height:1.5} p:first-child{margin-top:0} .btn{background-color:#268bd2;color:#fff;padding:10px 20px;border-radius:20px;text-decoration:none;display:inline-block} ul{list-style-type:square;color:#586e75}`,
      `<div class="box"><h1>The Weekly Reader</h1><p class="lead">Five essays for a slow Sunday, and one that is not an essay at all.</p><ul><li>On maps</li><li>On salt</li><li>On waiting</li></ul><a class="btn" href="https://read.example.net/12">Start reading</a></div>`,
    ),
  },
  {
    name: 'responsive with media queries',
    html: sheet(
      `.w{width:600px} .c{width:290px;float:left;background:#e7f5ff;margin:5px;padding:10px;box-sizing:border-box} @media only screen and (max-width:480px){.w,.c{width:100%!important}} @media print{.w{display:none}}`,
      `<div class="w" style="margin:0 auto"><div class="c"><h2 style="margin:0;font:bold 18px Arial">Morning</h2><p style="font:14px/20px Arial">Fog until ten, then sun.</p></div><div class="c" style="background:#fff3bf"><h2 style="margin:0;font:bold 18px Arial">Evening</h2><p style="font:14px/20px Arial">Wind from the west.</p></div><div style="clear:both"></div></div>`,
    ),
  },
  {
    name: 'fonts and spacers of old',
    html: `<html><body bgcolor="#003366" text="#ffffff"><center><table width="560" cellspacing="0" cellpadding="10" bgcolor="#ffffff"><tr><td bgcolor="#cc0000"><font face="Arial" size="5" color="#ffffff"><b>FLIGHT CHANGED</b></font></td></tr><tr><td><font face="Arial" size="2" color="#333333">Your flight <b>XY 204</b> leaves at <font color="#cc0000">17:45</font>.<br><img src="${dot}" width="1" height="20" alt=""><br><u>Gate 12</u></font></td></tr></table></center></body></html>`,
  },
  {
    name: 'gradient head and shadow',
    html: page(
      '#f0f4f8',
      row(
        'background:#7048e8;background-image:linear-gradient(90deg,#7048e8,#e64980);color:#fff;font-size:28px;padding:48px 32px;text-align:center;text-shadow:0 1px 2px rgba(0,0,0,.4)',
        'Summer sale',
      ) +
        row(
          'padding:32px;text-align:center;font-size:16px;color:#495057',
          `Up to <span style="font-size:40px;font-weight:bold;color:#e64980;line-height:1">50%</span> off until Sunday.<div style="margin:24px auto 0;width:220px;box-shadow:0 4px 12px rgba(112,72,232,.35);border-radius:6px;background:#7048e8;padding:14px;color:#fff">Shop now</div>`,
        ),
    ),
  },
  {
    name: 'calendar invitation',
    html: `<div style="font-family:Helvetica,Arial,sans-serif;border:1px solid #dadce0;border-radius:8px;max-width:480px"><div style="padding:16px 20px;border-left:6px solid #1a73e8"><div style="font-size:18px;color:#202124">Review of the quarter</div><div style="color:#5f6368;font-size:14px;margin-top:4px">Thursday, 14:00 to 15:00</div></div><table style="width:100%;border-top:1px solid #dadce0;table-layout:fixed;text-align:center;font-size:14px"><tr><td style="padding:10px;border-right:1px solid #dadce0"><a href="https://cal.example.net/y" style="color:#1a73e8;text-decoration:none">Yes</a></td><td style="padding:10px;border-right:1px solid #dadce0"><a href="https://cal.example.net/m" style="color:#1a73e8;text-decoration:none">Maybe</a></td><td style="padding:10px"><a href="https://cal.example.net/n" style="color:#1a73e8;text-decoration:none">No</a></td></tr></table></div>`,
  },
  {
    name: 'build report in code colours',
    html: `<div style="background-color:#0d1117;color:#c9d1d9;padding:20px;font-family:monospace;font-size:13px;line-height:20px"><div style="color:#f85149;font-weight:bold">✗ Build 4,812 failed</div><pre style="background:#161b22;border:1px solid #30363d;border-radius:6px;padding:12px;white-space:pre-wrap;margin:12px 0"><span style="color:#8b949e">$</span> make test\n<span style="color:#7ee787">ok</span>  parser\n<span style="color:#f85149">fail</span>  <span style="color:#79c0ff">sender_test.go:41</span></pre><a href="https://ci.example.net/4812" style="color:#58a6ff">Open the log</a></div>`,
  },
  {
    name: 'statement with numbers',
    html: `<html><head><style>td,th{font:13px Tahoma,Verdana,sans-serif;padding:6px 10px} th{background:#343a40;color:#fff;text-align:left} tr:nth-child(even) td{background:#f1f3f5} td.n{text-align:right} td.neg{color:#c92a2a}</style></head><body><table cellspacing="0" style="border:1px solid #343a40;border-collapse:collapse;width:500px"><tr><th>Day</th><th>Text</th><th>Amount</th></tr><tr><td>1 Nov</td><td>Salary</td><td class="n">3,200.00</td></tr><tr><td>3 Nov</td><td>Rent</td><td class="n neg">−950.00</td></tr><tr><td>9 Nov</td><td>Groceries</td><td class="n neg">−84.20</td></tr></table></body></html>`,
  },
  {
    name: 'background of a cell by attribute',
    html: `<table width="580" cellpadding="24" background="https://images.example.net/paper.png" bgcolor="#fff4e6" style="border:2px dashed #fd7e14"><tr><td align="center" style="font:italic 22px Georgia,serif;color:#862e00">You are invited<br><span style="font-size:14px;letter-spacing:3px;text-transform:uppercase">Saturday at eight</span></td></tr></table>`,
  },
  {
    name: 'conversation by a mail program',
    html: `<div dir="ltr" style="font-family:Calibri,sans-serif;font-size:11pt;color:black"><p style="margin:0">Hi Ada,</p><p style="margin:0"><br></p><p style="margin:0">the figures are <span style="background-color:yellow">attached</span>, <b><span style="color:#c00000">please check page 3</span></b>.</p><blockquote style="margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex;color:#500050">On Monday you wrote: when do we get the figures?</blockquote><hr style="border:none;border-top:solid #e1e1e1 1pt"><p style="margin:0;font-size:9pt;color:#7f7f7f">Grace Hopper<br>Navy Systems</p></div>`,
  },
  {
    name: 'flex card of a chat service',
    html: `<div style="font-family:Arial,sans-serif;background:#f8f8f8;padding:20px"><div style="display:flex;gap:12px;background:#fff;border:1px solid #e0e0e0;border-radius:10px;padding:16px;max-width:440px"><div style="width:40px;height:40px;border-radius:50%;background:#4a154b;flex-shrink:0"></div><div><div style="font-weight:bold;font-size:15px">Linus <span style="color:#888;font-weight:normal;font-size:12px">10:42</span></div><div style="font-size:15px;line-height:22px;color:#1d1c1d">The kernel boots. Who wants to try it?</div></div></div></div>`,
  },
];
