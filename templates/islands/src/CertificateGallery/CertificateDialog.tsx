import { useId, useRef, type MouseEvent, type PointerEvent, type Ref } from 'react';
import { Html } from '../shared/Html';
import { Icon } from '../shared/Icon';
import { enlarged } from './enlarged';
import type { Certificate, CertificateGalleryProps } from './props';

interface Props {
  ref: Ref<HTMLDialogElement>;
  item: Certificate | null;
  sizes: string;
  words: CertificateGalleryProps['words'];
  onClose: () => void;
}

/** Native modal: the browser holds the focus, closes on Escape and makes the page behind inert. */
export function CertificateDialog({ ref, item, sizes, words, onClose }: Props) {
  const titleId = useId();
  // The dialog's own box is its content, so a click on the element itself is a click on the backdrop, if it began there as well:
  // text that is marked beyond the edge ends in such a click.
  const pressed = useRef(false);
  const onPointerDown = ({ target, currentTarget }: PointerEvent) => {
    pressed.current = target === currentTarget;
  };
  const onClick = (event: MouseEvent<HTMLDialogElement>) => {
    if (pressed.current && event.target === event.currentTarget) event.currentTarget.close();
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape closes natively
    <dialog
      ref={ref}
      className="certificate-dialog"
      aria-labelledby={item ? titleId : undefined}
      onClose={onClose}
      onPointerDown={onPointerDown}
      onClick={onClick}
    >
      {item ? (
        <div className="certificate-dialog__content">
          <form method="dialog" className="certificate-dialog__bar">
            <button type="submit" className="certificate-dialog__close" aria-label={words.close}>
              <Icon name="close" />
            </button>
          </form>
          <Html className="certificate-dialog__picture" html={enlarged(item.picture, sizes, item.title)} />
          <div className="certificate-dialog__text">
            <h2 id={titleId}>{item.title}</h2>
            <dl>
              <div>
                <dt>{words.year}</dt>
                <dd>{item.year}</dd>
              </div>
              <div>
                <dt>{words.issued_by}</dt>
                <dd>{item.issuer}</dd>
              </div>
            </dl>
            <p>{item.description}</p>
          </div>
        </div>
      ) : null}
    </dialog>
  );
}
