import {
  $applyNodeReplacement,
  DecoratorNode,
  type DOMExportOutput,
  type EditorConfig,
  type LexicalNode,
  type NodeKey,
  type SerializedLexicalNode,
  type Spread,
} from 'lexical';
import type { JSX } from 'react';
import { uploads } from '../../pictures/uploads';
import { ImageView } from './image-view';

type SerializedImage = Spread<{ src: string; alt: string; caption?: string | null }, SerializedLexicalNode>;

/**
 * A picture within a text: an address and its alternative text. One that is being uploaded keeps the address it was
 * made with, so that undo and redo meet the same node; what leaves the editor has the server's as soon as it is known.
 */
export class ImageNode extends DecoratorNode<JSX.Element> {
  __src: string;
  __alt: string;
  /** What stands below it in this text; `null`: what the library says. */
  __caption: string | null;

  static override getType(): string {
    return 'image';
  }

  static override clone(node: ImageNode): ImageNode {
    return new ImageNode(node.__src, node.__alt, node.__caption, node.__key);
  }

  static override importJSON({ src, alt, caption }: SerializedImage): ImageNode {
    return $createImageNode(src, alt, caption);
  }

  constructor(src = '', alt = '', caption: string | null = null, key?: NodeKey) {
    super(key);
    this.__src = src;
    this.__alt = alt;
    this.__caption = caption;
  }

  override exportJSON(): SerializedImage {
    return { ...super.exportJSON(), src: uploads.settled(this.__src), alt: this.__alt, caption: this.__caption };
  }

  override exportDOM(): DOMExportOutput {
    const element = document.createElement('img');
    element.src = uploads.settled(this.__src);
    element.alt = this.__alt;
    if (this.__caption !== null) element.dataset['caption'] = this.__caption;
    return { element };
  }

  override createDOM({ theme }: EditorConfig): HTMLElement {
    const element = document.createElement('span');
    if (typeof theme['image'] === 'string') element.className = theme['image'];
    return element;
  }

  override updateDOM(): false {
    return false;
  }

  override isInline(): true {
    return true;
  }

  override getTextContent(): string {
    return this.getLatest().__alt;
  }

  getSrc(): string {
    return this.getLatest().__src;
  }

  setSrc(src: string): void {
    this.getWritable().__src = src;
  }

  getAlt(): string {
    return this.getLatest().__alt;
  }

  setAlt(alt: string): void {
    this.getWritable().__alt = alt;
  }

  getCaption(): string | null {
    return this.getLatest().__caption;
  }

  setCaption(caption: string | null): void {
    this.getWritable().__caption = caption;
  }

  override decorate(): JSX.Element {
    return <ImageView nodeKey={this.__key} src={this.__src} alt={this.__alt} />;
  }
}

export function $createImageNode(src: string, alt: string, caption: string | null = null): ImageNode {
  return $applyNodeReplacement(new ImageNode(src, alt, caption));
}

export function $isImageNode(node: LexicalNode | null | undefined): node is ImageNode {
  return node instanceof ImageNode;
}
