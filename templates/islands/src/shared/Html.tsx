interface Props {
  html: string;
  as?: 'span' | 'p' | 'li';
  className?: string;
}

/** HTML the generator made itself (a picture, a sentence with a link), as it stands. */
export function Html({ html, as: Element = 'span', className }: Props) {
  return <Element className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
