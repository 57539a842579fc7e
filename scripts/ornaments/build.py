"""Draws carpet.svg, buta.svg, buta-mark.svg and wind.svg of templates/images: carpet border, buta and wind lines (used as CSS masks)."""

from pathlib import Path

D = f"{Path(__file__).resolve().parents[2]}/templates/images/"
def runs(bitmap,c):
    p=[]
    for y,row in enumerate(bitmap):
        x=0
        while x<len(row):
            if row[x]:
                s=x
                while x<len(row) and row[x]: x+=1
                p.append(f'M{s*c} {y*c}h{(x-s)*c}v{c}h-{(x-s)*c}z')
            else: x+=1
    return ''.join(p)
def svg(w,h,body): return f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}">{body}</svg>\n'
# carpet border: 28 x 13 knots
W,H=28,13
b=[[0]*W for _ in range(H)]
cx,cy=14,6
for y in range(H):
    for x in range(W):
        dx=abs(x-cx); dy=abs(y-cy); d=dx+dy
        if d==0 or d==1 and 0 or d==2 or d==5: b[y][x]=1
        if d==6 and False: b[y][x]=1
        # hooks at the tips
        ex=min(x,W-x); e=ex+abs(y-cy)
        if e<=1: b[y][x]=1
        if e==3: b[y][x]=1
        # stepped triangles at the edges
        ty=min(y,H-1-y); tx=abs((x%14)-7)
        if ty==0: b[y][x]=0
for y in (0,H-1):
    for x in range(W): b[y][x]=1 if (x%2==0) else 0
open(D+'carpet.svg','w').write(svg(W*2,H*2,f'<path d="{runs(b,2)}"/>'))
# buta, three lines
buta='M58 6c22 16 38 46 38 78 0 36-20 60-46 60S6 124 6 98c0-24 16-36 32-46C54 42 66 30 58 6z'
inner='M63 34c12 14 19 32 19 50 0 28-14 46-33 46S20 115 20 98c0-17 12-26 25-34 11-7 19-16 18-30z'
core='M66 62c3 7 4 14 4 22 0 20-9 33-21 33S34 108 34 98c0-10 7-16 16-21 8-4 13-9 16-15z'
dots=''.join(f'<circle cx="{x}" cy="{y}" r="2"/>' for x,y in ((50,92),(50,100),(46,96),(54,96)))
open(D+'buta.svg','w').write(svg(102,150,f'<g fill="none" stroke="#000" stroke-width="2"><path d="{buta}"/><path d="{inner}"/><path d="{core}"/></g>{dots}'))
open(D+'buta-mark.svg','w').write(svg(102,150,f'<path d="{buta}"/>'))
# wind: long lines
L=''
for i in range(9):
    y=40+i*22; a=34-i*3
    L+=f'<path d="M-20 {y+30}C180 {y-a},360 {y-a-10},560 {y+18}S900 {y+70-i*4},1240 {y-40+i*9}"/>'
open(D+'wind.svg','w').write(svg(1200,300,f'<g fill="none" stroke="#000" stroke-width="1.2">{L}</g>'))
