import sys, time, jax, json
from functools import partial
from pathlib import Path
import jax.numpy as jnp
import stolik
from stolik import lab
from stolik.games.linko.lab import common
from stolik.train.course import Course, Sizes, share
from stolik.train.ppo import Arena, Settings, View
TABLES=[("basic",3),("basic",4),("basic",5),("advanced",3),("advanced",4),("advanced",5),("expert",3),("expert",4),("expert",5),("duel",2)]
def arena(mode,players):
    env=lab.make("linko",players=players,mode=mode)
    def view(state):
        legal=env.legal(state); legal=jnp.pad(legal,((0,0),(0,common.ACTIONS-legal.shape[1])))
        return View(common.seen(env,state).astype(jnp.bfloat16), common.hidden(env,state).astype(jnp.bfloat16), legal)
    return Arena(f"{mode} {players}",players,common.SEATS,env.init,env.step,view)
def main(seconds, games, steps, mb, out, resume=None, whole=None, which=None, rate=3e-4):
    t=time.time()
    tables=TABLES if not which else [TABLES[int(i)] for i in which.split(",")]
    arenas=[arena(*a) for a in tables]
    c=Course(arenas,Sizes(common.OBSERVATION,common.HIDDEN,common.ACTIONS,common.SEATS),Settings(games=games,steps=steps,minibatches=mb,rate=rate),seed=1)
    if resume: c.load(Path(resume))
    c.prepare(); print("prepared",round(time.time()-t,1),flush=True)
    t=time.time(); last=0; old=c.network; snap=jax.tree.map(jnp.copy,c.network); nexte=60
    for a,l in c.run(seconds, whole):
        now=time.time()-t
        if now-last>10:
            last=now
            print(f"{now:6.1f}s {c.rounds} rounds {c.games/1e6:.2f}M games {c.decisions/1e6:.1f}M dec {c.decisions/max(now,1)/1e6:.2f}M/s(all) | {a.name}: "+" ".join(f"{k}={float(v):.4f}" for k,v in l._asdict().items()),flush=True)
        if now>nexte:
            nexte+=120; Path(out).parent.mkdir(exist_ok=True,parents=True); c.save(Path(out))
    c.save(Path(out))
    for a in arenas[:1]+arenas[-1:]:
        s,n=share(a,c.network,snap,jax.random.key(9),games=min(games,16384),steps=400)
        print("final vs start of this run", a.name, round(s,4), n, flush=True)
    print("done",c.rounds,c.games,c.seconds)
if __name__=="__main__":
    kw=dict(x.split("=") for x in sys.argv[1:])
    main(float(kw.pop("seconds")),int(kw.pop("games")),int(kw.pop("steps")),int(kw.pop("mb")),kw.pop("out"),kw.pop("resume",None),float(kw["whole"]) if "whole" in kw else None, kw.get("which"), float(kw.get("rate",3e-4)))
