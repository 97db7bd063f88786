import { CardDeclined, type StripeAccount } from './account.ts';
import type { Form } from './form.ts';

type Shown = { html: string } | { location: string } | null;

const document = (title: string, body: string): Shown => ({
  html: `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}</html>`,
});

const CARDS =
  '<label>Card <select name="card"><option value="pays">4242 4242 4242 4242</option>' +
  '<option value="declines">4000 0000 0000 0341</option></select></label>';

/** The page on which a plan is bought. */
export function checkoutPage(account: StripeAccount, id: string, form: Form | null): Shown {
  const session = account.sessions.get(id);
  if (session?.status !== 'open') return null;
  const buy = `<form method="post">${CARDS}<button>Subscribe</button></form>`;
  if (form === null) return document('Subscribe', buy);
  try {
    account.complete(session, form.card === 'declines' ? 'declines' : 'pays');
    return { location: session.successUrl };
  } catch (error) {
    if (error instanceof CardDeclined) return document('Subscribe', `<p>${error.message}</p>${buy}`);
    throw error;
  }
}

/** The page on which a card is replaced. An open invoice is then paid with the new card. */
export function portalPage(account: StripeAccount, id: string, form: Form | null): Shown {
  const portal = account.portals.get(id);
  if (!portal) return null;
  const back = `<a href="${portal.returnUrl}">Return to Proofmail</a>`;
  if (form !== null) {
    account.setCard(portal.customer, form.card === 'declines' ? 'declines' : 'pays');
    for (const invoice of account.invoices.values())
      if (invoice.customer === portal.customer && invoice.status === 'open') account.pay(invoice);
  }
  return document('Billing', `<form method="post">${CARDS}<button>Save the card</button></form>${back}`);
}
