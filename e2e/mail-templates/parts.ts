import type { SendMailOptions } from 'nodemailer';

/** A realistic mail: names and colours are invented, but the markup is typical. */
export type Template = {
  name: string;
  html: string;
  /** Other parts: embedded images, alternative bodies. */
  more?: Pick<SendMailOptions, 'attachments' | 'amp' | 'text'>;
  /** Whether it has separate colours for dark mode. */
  isForDark?: boolean;
};

export const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The address of a remote picture of this size and colour. The test draws it. */
export const picture = (width: number, height: number, colour: string) =>
  `https://images.example.net/${width}x${height}-${colour}.svg`;

/** A table of 600 pixels centred on a coloured page, like most newsletters. */
export const page = (
  background: string,
  inner: string,
  style = '',
) => `<!doctype html><html><head><meta charset="utf-8">${style}</head>
<body style="margin:0;padding:0;background-color:${background}"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="${background}"><tr><td align="center" style="padding:24px 0">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="background:#ffffff;border-radius:8px;overflow:hidden">${inner}</table></td></tr></table></body></html>`;

export const row = (style: string, text: string) =>
  `<tr><td style="font-family:Arial,Helvetica,sans-serif;${style}">${text}</td></tr>`;

export const button = (href: string, text: string, colour: string, radius = 4) =>
  `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td style="background:${colour};border-radius:${radius}px"><a href="${href}" style="display:inline-block;padding:12px 28px;color:#ffffff;font:bold 15px Arial,sans-serif;text-decoration:none">${text}</a></td></tr></table>`;

export const sheet = (css: string, inner: string) =>
  `<html><head><style type="text/css">${css}</style></head><body>${inner}</body></html>`;
