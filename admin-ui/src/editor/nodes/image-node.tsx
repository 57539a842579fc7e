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

type SerializedImage = Spread<{ src: string; alt: string }, SerializedLexicalNode>;

/**
 * A picture within a text: an address and its alternative text. One that is being uploaded keeps the address it was
 * made with, so that undo and redo meet the same node; what leaves the editor has the server's as soon as it is known.
 */
export class ImageNode extends DecoratorNode<JSX.Element> {
  __src: string;
  __alt: string;

  static override getType(): string {
    return 'image';
  }

  static override clone(node: ImageNode): ImageNode {
    return new ImageNode(node.__src, node.__alt, node.__key);
  }

  static override importJSON({ src, alt }: SerializedImage): ImageNode {
    return $createImageNode(src, alt);
  }

  constructor(src = '', alt = '', key?: NodeKey) {
    super(key);
    this.__src = src;
    this.__alt = alt;
  }

  override exportJSON(): SerializedImage {
    return { ...super.exportJSON(), src: uploads.settled(this.__src), alt: this.__alt };
  }

  override exportDOM(): DOMExportOutput {
    const element = document.createElement('img');
    element.src = uploads.settled(this.__src);
    element.alt = this.__alt;
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

  override decorate(): JSX.Element {
    return <ImageView nodeKey={this.__key} src={this.__src} alt={this.__alt} />;
  }
}

export function $createImageNode(src: string, alt: string): ImageNode {
  return $applyNodeReplacement(new ImageNode(src, alt));
}

export function $isImageNode(node: LexicalNode | null | undefined): node is ImageNode {
  return node instanceof ImageNode;
}
