import { AppError } from '#kernel/catalogue/errors.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { Payments } from '#kernel/ports/payments.ts';

/** The payment provider. @throws AppError `payments_disabled` if there is none */
export function requirePayments({ payments }: Pick<Services, 'payments'>): Payments {
  if (!payments) throw new AppError('payments_disabled');
  return payments;
}
