import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Loading, Notice } from '../../design/text.tsx';
import type { OfficeKind, PreviewResult } from '../../office/model.ts';
import workerUrl from '../../office/office.worker.ts?worker&url';
import { trustedWorker } from '../../transfer/trusted-worker.ts';
import { Attachments } from './attachments.tsx';
import { type Inner, type InnerFile, Inside } from './inside.tsx';
import { OfficeBlocks } from './office-blocks.tsx';
import { OfficeSheets } from './office-sheets.tsx';
import { Tools } from './tools.tsx';
import { useAwaited } from './use-commands.ts';

/** A document that keeps its worker busy for longer is refused. */
const MAX_MS = 30_000;
const SLOW: PreviewResult = { kind: 'refused', reason: 'Reading this document takes too long. Download it.' };

type Props = Readonly<{
  bytes: ArrayBuffer;
  kind: OfficeKind;
  inner: Inner;
  /** Buttons before those of the view. */
  tools?: ReactNode;
}>;

/** A document of an office program or a mail, read in a worker of its own into texts and pixels. */
export function OfficeView({ bytes, kind, inner, tools }: Props): ReactNode {
  const [made, setMade] = useState<PreviewResult>();
  const [opened, setOpened] = useState<InnerFile>();
  const left = useRef<ArrayBuffer>(undefined);
  useEffect(() => {
    const worker = trustedWorker(workerUrl);
    const end = (result: PreviewResult): void => {
      clearTimeout(timer);
      worker.terminate();
      setMade(result);
    };
    const timer = setTimeout(() => end(SLOW), MAX_MS);
    worker.addEventListener('message', ({ data }: MessageEvent<PreviewResult>) => end(data));
    worker.addEventListener('error', () => end(SLOW));
    worker.postMessage({ kind, bytes });
    return () => {
      clearTimeout(timer);
      worker.terminate();
    };
  }, [bytes, kind]);
  useAwaited(made === undefined);
  if (made === undefined) return <Loading what="the document" />;
  if (made.kind === 'refused')
    return (
      <div className="viewer-part">
        {tools !== undefined && <Tools label="Document">{tools}</Tools>}
        <Notice tone="warn" isUrgent>
          {made.reason}
        </Notice>
      </div>
    );
  if (opened !== undefined)
    return (
      <Inside
        file={opened}
        inner={inner}
        back="Back to the mail"
        onBack={() => {
          left.current = opened.bytes;
          setOpened(undefined);
        }}
      />
    );
  return made.kind === 'sheets' ? (
    <OfficeSheets kind={kind} sheets={made.sheets} notes={made.notes} />
  ) : (
    <OfficeBlocks
      made={made}
      kind={kind}
      tools={tools}
      attached={<Attachments of={made.attached ?? []} inner={inner} left={left} onOpen={setOpened} />}
    />
  );
}
