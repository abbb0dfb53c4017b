import type { Page } from '../content/page.ts';
import type { RecordKind, WebhookDeliveryState } from '../generated/schema.ts';

/** Never contains the secret. */
export interface WebhookRecord {
  id: number;
  url: string;
  types: string[];
  userId: number;
  isActive: boolean;
  createdUtc: string;
}

export interface WebhookState {
  pending: number;
  parked: number;
  deliveredUtc: string | null;
  /** The error of the last failed attempt. */
  error: string | null;
}

/** A message to a webhook; `id` is its number, which may exceed the ids of records. */
export interface DeliveryRecord {
  id: number;
  messageId: string;
  type: string;
  kind: RecordKind;
  recordId: number;
  storedUtc: string;
  state: WebhookDeliveryState;
  attempts: number;
  status: number | null;
  error: string | null;
  nextAttemptUtc: string | null;
  finishedUtc: string | null;
}

export type WebhookPage = Page<WebhookRecord>;
export type DeliveryPage = Page<DeliveryRecord>;
