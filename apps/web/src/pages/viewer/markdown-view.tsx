import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '../../design/controls.tsx';
import { encodingOf } from './decode-text.ts';
import type { Inner } from './inside.tsx';
import { OfficeView } from './office-view.tsx';
import { TextView } from './text-view.tsx';

/** A text in Markdown as its author meant it, or as it was written. */
export function MarkdownView({ bytes, inner }: Readonly<{ bytes: ArrayBuffer; inner: Inner }>): ReactNode {
  const [isSource, setSource] = useState(false);
  const utf8 = useMemo(() => {
    const content = new Uint8Array(bytes);
    return new TextEncoder().encode(new TextDecoder(encodingOf(content)).decode(content)).buffer;
  }, [bytes]);
  const turn = (
    <Button isPressed={isSource} onPress={() => setSource(!isSource)}>
      Source
    </Button>
  );
  return isSource ? (
    <TextView bytes={bytes} isTable={false} tools={turn} />
  ) : (
    <OfficeView bytes={utf8} kind="md" inner={inner} tools={turn} />
  );
}
