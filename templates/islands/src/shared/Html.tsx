/** HTML the generator made itself (a picture, a sentence with a link), as it stands. */
export function Html({ html, className }: { html: string; className?: string }) {
  return <span className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
