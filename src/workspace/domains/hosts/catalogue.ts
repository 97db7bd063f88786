/** A DNS host under the name that its customers know, and how to add a record there. */
export type DnsHost = {
  id: string;
  name: string;
  /** The endings of the names of its name servers, in lower case. */
  nameservers: readonly RegExp[];
  /** The beginning of its name as a registrar (RDAP), if it is one. */
  registrar: RegExp | null;
  /** Where records are edited. */
  url: string;
  /** The steps to the form, one sentence each. */
  steps: readonly string[];
  /** The form of the name in its field: the part before the domain (`_dmarc`), or the whole name. */
  name_field: 'relative' | 'absolute';
  /** The value of that field for the domain itself. */
  apex: string;
  /** A common mistake here. */
  notes: readonly string[];
};

/** The twelve DNS hosts that are most common among small organisations. */
export const dnsHosts: readonly DnsHost[] = [
  {
    id: 'cloudflare',
    name: 'Cloudflare',
    nameservers: [/\.ns\.cloudflare\.com$/],
    registrar: /^cloudflare\b/i,
    url: 'https://dash.cloudflare.com/?to=/:account/:zone/dns/records',
    steps: [
      'Sign in to the Cloudflare dashboard and choose the domain.',
      'Open DNS, then Records.',
      'Choose Add record, select the type, and fill in the name and the content.',
      'Set the proxy status of a CNAME record to DNS only.',
      'Choose Save.',
    ],
    name_field: 'relative',
    apex: '@',
    notes: [
      'Mail servers cannot see a proxied CNAME record: the cloud must be grey.',
      'If Email Routing is on, disable it first: it locks its own MX and SPF records.',
    ],
  },
  {
    id: 'godaddy',
    name: 'GoDaddy',
    nameservers: [/\.domaincontrol\.com$/],
    registrar: /^(godaddy|wild west domains)\b/i,
    url: 'https://dcc.godaddy.com/control/portfolio',
    steps: [
      'Sign in to GoDaddy and open Domain Portfolio.',
      'Choose the domain, then DNS.',
      'Choose Add New Record, select the type, and fill in the name and the value.',
      'Choose Save.',
    ],
    name_field: 'relative',
    apex: '@',
    notes: ['GoDaddy adds the domain to the name, so enter only the part before it.'],
  },
  {
    id: 'namecheap',
    name: 'Namecheap',
    nameservers: [/\.registrar-servers\.com$/],
    registrar: /^namecheap\b/i,
    url: 'https://ap.www.namecheap.com/domains/list/',
    steps: [
      'Sign in to Namecheap and open Domain List.',
      'Choose Manage beside the domain, then Advanced DNS.',
      'Choose Add New Record, select the type, and fill in the host and the value.',
      'For MX records, choose Custom MX under Mail Settings.',
      'Choose the check mark to save.',
    ],
    name_field: 'relative',
    apex: '@',
    notes: ['MX records can only be entered while Mail Settings is set to Custom MX.'],
  },
  {
    id: 'route53',
    name: 'Amazon Route 53',
    nameservers: [/\.awsdns-\d+\.(com|net|org|co\.uk)$/],
    registrar: /^amazon registrar\b/i,
    url: 'https://console.aws.amazon.com/route53/v2/hostedzones',
    steps: [
      'Open the Route 53 console and choose Hosted zones.',
      'Choose the domain, then Create record.',
      'Enter the record name, select the type, and enter the value.',
      'Choose Create records.',
    ],
    name_field: 'relative',
    apex: 'leave the field empty',
    notes: [
      'Put a TXT value in double quotes. Split one that is longer than 255 characters into several quoted parts.',
      'The priority of an MX record is written before the server: 10 mx.example.com',
    ],
  },
  {
    id: 'squarespace',
    name: 'Squarespace Domains',
    nameservers: [/\.googledomains\.com$/, /\.squarespacedns\.com$/],
    registrar: /^squarespace domains\b/i,
    url: 'https://account.squarespace.com/domains',
    steps: [
      'Sign in to Squarespace and open the Domains page.',
      'Choose the domain, then DNS, then DNS Settings.',
      'Under Custom records choose Add record, select the type, and fill in the host and the data.',
      'Choose Save.',
    ],
    name_field: 'relative',
    apex: '@',
    notes: ['Remove the preset for Google Workspace first if it holds other MX records.'],
  },
  {
    id: 'ionos',
    name: 'IONOS',
    nameservers: [/\.ui-dns\.(com|org|de|biz)$/],
    registrar: /^(ionos|1&1 ionos)\b/i,
    url: 'https://my.ionos.com/domains',
    steps: [
      'Sign in to IONOS and open Domains & SSL.',
      'Choose the settings of the domain, then DNS.',
      'Choose Add record, select the type, and fill in the host name and the value.',
      'Choose Save.',
    ],
    name_field: 'relative',
    apex: '@',
    notes: ['IONOS asks to deactivate records of its own mail service when you add MX records: confirm it.'],
  },
  {
    id: 'hostinger',
    name: 'Hostinger',
    nameservers: [/\.dns-parking\.com$/, /\.hostinger\.com$/],
    registrar: /^hostinger\b/i,
    url: 'https://hpanel.hostinger.com/domains',
    steps: [
      'Sign in to hPanel and open Domains.',
      'Choose Manage beside the domain, then DNS / Nameservers.',
      'Select the type, fill in the name and the value, and choose Add Record.',
    ],
    name_field: 'relative',
    apex: '@',
    notes: ['Delete the MX and SPF records of Hostinger Email if you do not use it.'],
  },
  {
    id: 'ovh',
    name: 'OVHcloud',
    nameservers: [/\.ovh\.(net|ca|com)$/, /\.anycast\.me$/],
    registrar: /^ovh\b/i,
    url: 'https://www.ovh.com/manager/#/web/domain',
    steps: [
      'Sign in to the OVHcloud Control Panel and open Web Cloud, then Domain names.',
      'Choose the domain, then DNS zone.',
      'Choose Add an entry, select the type, and fill in the subdomain and the value.',
      'Choose Next, then Confirm.',
    ],
    name_field: 'relative',
    apex: 'leave the field empty',
    notes: ['End the target of a CNAME or MX record with a dot, or OVHcloud adds the domain to it.'],
  },
  {
    id: 'digitalocean',
    name: 'DigitalOcean',
    nameservers: [/^ns\d\.digitalocean\.com$/],
    registrar: null,
    url: 'https://cloud.digitalocean.com/networking/domains',
    steps: [
      'Sign in to DigitalOcean and open Networking, then Domains.',
      'Choose the domain, then the tab of the record type.',
      'Fill in the host name and the value, and choose Create Record.',
    ],
    name_field: 'relative',
    apex: '@',
    notes: ['End the target of a CNAME or MX record with a dot, or DigitalOcean adds the domain to it.'],
  },
  {
    id: 'porkbun',
    name: 'Porkbun',
    nameservers: [/\.porkbun\.com$/],
    registrar: /^porkbun\b/i,
    url: 'https://porkbun.com/account/domainsSpeedy',
    steps: [
      'Sign in to Porkbun and open Domain Management.',
      'Choose Details beside the domain, then the pencil beside DNS Records.',
      'Select the type, fill in the host and the answer, and choose Add.',
    ],
    name_field: 'relative',
    apex: 'leave the field empty',
    notes: ['Delete the default MX and SPF records of Porkbun email forwarding.'],
  },
  {
    id: 'gandi',
    name: 'Gandi',
    nameservers: [/\.gandi\.net$/],
    registrar: /^gandi\b/i,
    url: 'https://admin.gandi.net/domain/',
    steps: [
      'Sign in to Gandi and open Domain.',
      'Choose the domain, then DNS Records.',
      'Choose Add record, select the type, and fill in the name and the value.',
      'Choose Create.',
    ],
    name_field: 'relative',
    apex: '@',
    notes: ['Put a TXT value in double quotes.'],
  },
  {
    id: 'vercel',
    name: 'Vercel',
    nameservers: [/\.vercel-dns(-\d+)?\.com$/],
    registrar: /^vercel\b/i,
    url: 'https://vercel.com/dashboard/domains',
    steps: [
      'Sign in to Vercel and open Domains.',
      'Choose the domain, then DNS Records.',
      'Select the type, fill in the name and the value, and choose Add.',
    ],
    name_field: 'relative',
    apex: 'leave the field empty',
    notes: [],
  },
];
