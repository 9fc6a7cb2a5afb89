import { makePreview } from './make-preview.ts';
import type { OfficeKind } from './model.ts';

type Order = Readonly<{ kind: OfficeKind; bytes: ArrayBuffer }>;

self.addEventListener('message', ({ data }: MessageEvent<Order>) => {
  void makePreview(data.kind, new Uint8Array(data.bytes)).then((made) => self.postMessage(made));
});
