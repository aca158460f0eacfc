"""Reads meshes with trimesh, and prints what it finds as one JSON object for each file."""

import json
import sys

import trimesh

for path in sys.argv[1:]:
    mesh = trimesh.load(path, force="mesh")
    print(json.dumps({
        "vertices": len(mesh.vertices),
        "triangles": len(mesh.faces),
        "watertight": bool(mesh.is_watertight),
        "volume": float(mesh.volume),
        "euler": int(mesh.euler_number),
        "low": mesh.bounds[0].tolist(),
        "high": mesh.bounds[1].tolist(),
    }))
