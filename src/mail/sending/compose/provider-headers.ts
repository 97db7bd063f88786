/**
 * Headers that give mail providers and servers instructions: another recipient list, a template, tracking, a
 * schedule, a different sending pool. A caller who could set them would control the operator's account at the provider
 * and bypass our checks, so a send cannot set them. Each entry: the provider, and its names or prefixes in lower case.
 */
const PROVIDER_HEADERS: readonly (readonly [provider: string, names: RegExp])[] = [
  ['SendGrid', /^x-(smtpapi$|sendgrid-|sg-)/],
  ['Amazon SES', /^x-(ses-|amz-|amazon-)/],
  ['Mandrill', /^x-(mc-|mandrill-)/],
  ['Mailgun', /^x-mailgun-/],
  ['Postmark', /^x-(pm-|postmark-)/],
  ['SparkPost', /^x-(msys-|sparkpost-)/],
  ['Mailjet', /^x-(mj-|mailjet-)/],
  ['Brevo', /^x-(mailin-|sib-|brevo-|sendinblue-)/],
  ['Resend', /^x-resend-/],
  ['Elastic Email', /^x-elasticemail-/],
  ['SMTP2GO', /^x-smtp2go-/],
  ['SocketLabs', /^x-(socketlabs-|xsmailingid$|xsmessageid$|xsinjectapi$)/],
  ['Netcore', /^x-(apiheader$|pepipost-|netcore-)/],
  ['MailerSend', /^x-mailersend-/],
  ['Mailtrap', /^x-(mt-|mailtrap-)/],
  ['ZeptoMail', /^x-(zeptomail-|zm-|zoho-|tm-)/],
  ['Postal', /^x-postal-/],
  ['Scaleway', /^x-(scw-|tem-)/],
  ['Oracle Cloud', /^x-oci-/],
  ['Azure Communication Services', /^x-(azure-|acs-)/],
  ['Alibaba Cloud', /^x-(alidm-|aliyun-)/],
  ['Tencent Cloud', /^x-(qcloud-|tencent-)/],
  ['Salesforce', /^x-(sfmc-|sfdc-)/],
  ['Microsoft Exchange', /^x-(ms-|microsoft-antispam|forefront-)/],
  ['Google', /^x-(gm-|google-|goog-)/],
  ['PowerMTA', /^x-(virtual-?mta$|job$|envid$|pmta-)/],
  ['GreenArrow', /^x-(greenarrow-|ga-)/],
  ['KumoMTA', /^x-kumo/],
  ['Halon', /^x-halon-/],
  ['Proofpoint', /^x-proofpoint-/],
  ['Mimecast', /^x-mimecast-/],
  ['A spam filter', /^x-(spam|rspamd|virus)(-|$)/],
];

/** The provider that would act on the header, or null. `name` is ASCII. */
export function providerOf(name: string): string | null {
  const lowered = name.toLowerCase().replaceAll('_', '-');
  const found = PROVIDER_HEADERS.find(([, names]) => names.test(lowered) || names.test(`${lowered}-`));
  return found?.[0] ?? null;
}
