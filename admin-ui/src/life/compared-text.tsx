import { Fragment } from 'react';
import { useTranslation } from '../i18n/use-translation';
import { presentSource } from '../pictures/present-source';
import type { Line, Piece } from '../rich-text/compare';
import './compared.css';

interface Props {
  lines: readonly Line[];
  /** Language of the text. */
  lang: string | undefined;
}

/** One version of a text: what differs from the other is marked, what is the same far from it only counted. */
export function ComparedText({ lines, lang }: Props) {
  const { t, i18n } = useTranslation();
  if (lines.every(({ pieces }) => pieces.length === 0)) return <p className="muted">{t('conflict.emptyText')}</p>;
  return (
    <div className="compared" lang={lang}>
      {folded(lines).map((part, at) =>
        typeof part === 'number' ? (
          <p key={at} className="compared__fold muted" lang={i18n.language}>
            ⋯ {t('conflict.same', { count: part })}
          </p>
        ) : (
          <ComparedLine key={at} line={part} />
        ),
      )}
    </div>
  );
}

function ComparedLine({ line: { kind, depth, number, pieces, changed } }: { line: Line }) {
  return (
    <p className={`compared__line compared__line--${kind}`} data-depth={Math.min(depth, 3)}>
      {kind !== 'p' && (
        <span className={`compared__kind${changed ? ' compared__kind--changed' : ''}`}>{number === null ? KINDS[kind] : `${number}.`}</span>
      )}
      {runs(pieces).map((run, at) => {
        const text = run.map((piece, index) => <PieceText key={index} piece={piece} />);
        return run[0]?.changed ? <mark key={at}>{text}</mark> : <Fragment key={at}>{text}</Fragment>;
      })}
    </p>
  );
}

const KINDS = { h1: 'H1', h2: 'H2', h3: 'H3', ul: '•', ol: '', blockquote: '❝', hr: '', tr: '▦' } as const;

function PieceText({ piece: { text, marks, href, src } }: { piece: Piece }) {
  if (src !== null) return <img className="compared__picture" src={presentSource(src)} alt={text} title={text} />;
  const classes = [...marks.map((mark) => `compared__${mark}`), ...(href === null ? [] : ['compared__link'])];
  return classes.length > 0 ? <span className={classes.join(' ')}>{text}</span> : text;
}

/** Neighbouring pieces that are marked alike, so that a changed sentence is one mark. */
function runs(pieces: readonly Piece[]): Piece[][] {
  const grouped: Piece[][] = [];
  for (const piece of pieces) {
    const last = grouped.at(-1);
    if (last?.[0]?.changed === piece.changed) last.push(piece);
    else grouped.push([piece]);
  }
  return grouped;
}

/** Lines with a change and their neighbours; a number stands for so many others. */
function folded(lines: readonly Line[]): (Line | number)[] {
  const parts: (Line | number)[] = [];
  for (const line of lines) {
    const last = parts.at(-1);
    if (line.near) parts.push(line);
    else if (typeof last === 'number') parts[parts.length - 1] = last + 1;
    else parts.push(1);
  }
  return parts;
}
