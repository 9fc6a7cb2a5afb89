import type { Webhook } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import { service } from '../../base/service.ts';

export const webhooksKey = (roomId: string | undefined): readonly string[] => ['webhooks', roomId ?? 'organisation'];

type Options = Readonly<{ isEnabled?: boolean; refetchInterval?: number }>;

/** The webhooks of a room, or those of the organisation. */
export const useWebhooks = (roomId: string | undefined, { isEnabled = true, refetchInterval }: Options = {}) =>
  useQuery({
    queryKey: webhooksKey(roomId),
    queryFn: () => service.webhooks.list({ per_page: 100, ...(roomId !== undefined && { room_id: roomId }) }).all(),
    enabled: isEnabled,
    ...(refetchInterval !== undefined && { refetchInterval }),
  });

/** Whether a receiver takes no events: it fails, or it failed until it was disabled. */
export const isFailing = ({ failing_since: since, disabled_at: off }: Webhook): boolean =>
  since !== null || off !== null;
