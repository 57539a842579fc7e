import onDark from '../../../content/media/mark-light.svg';
import onLight from '../../../content/media/mark.svg';

/** The firm's mark, as on the public site; `dark` where the ground is dark in both colour schemes. */
export function Mark({ dark = false }: { dark?: boolean }) {
  return (
    <picture>
      {!dark && <source media="(prefers-color-scheme: dark)" srcSet={onDark} />}
      <img className="mark" src={dark ? onDark : onLight} alt="" width={36} height={36} />
    </picture>
  );
}
