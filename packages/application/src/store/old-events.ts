import type { NewEvent } from '@strongroom/domain';
import { OLD_EVENTS } from '@strongroom/ports';
import { defineCollection, sameBody } from './collection.ts';

/** The list key of events of a label, among the twelve that each had. */
export const oldEventKey = (label: string): string => `${label}|||`;

/** Audit events as documents: earlier versions kept them so. An upgrade moves them to the audit log. */
export const oldEvents = defineCollection<NewEvent>({
  name: OLD_EVENTS,
  // An older version must not serve a store whose events are in the log.
  upcasts: [sameBody],
  id: (event) => event.id,
  position: (event) => event.occurredAt,
  keys: (event) => [oldEventKey(event.target.label ?? '')],
});
