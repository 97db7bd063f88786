/**
 * Names of the companies whose mail is imitated most (the brands of the phishing reports of 2020 to 2025). They matter
 * only for a domain that writes one of them with accents. Other disguises are recognised by their letters.
 */
export const wellKnownNames: ReadonlySet<string> = new Set(
  `adobe airbnb aliexpress alibaba allegro amazon americanexpress apple atlassian bankofamerica barclays binance booking
  chase cisco citi cloudflare coinbase commerzbank deutschebank dhl docusign dropbox ebay expedia facebook fedex github
  gitlab gmail google hermes hsbc icloud ikea instagram intuit kraken linkedin mailchimp mastercard metamask microsoft
  netflix notion okta onedrive openai oracle outlook paypal postbank revolut salesforce santander shopify signal slack
  sparkasse spotify steam stripe swisscom telegram telekom tiktok twitter uber ups usps vinted visa vodafone volksbank
  walmart wellsfargo wetransfer whatsapp wise yahoo youtube zalando zoom`.split(/\s+/),
);
