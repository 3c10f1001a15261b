"""Labelled images in JSON (COCO, LVIS): unique ids, dense ids of categories, counts per category
and in all, names of files from ids, boxes with areas and corners, lists of absent categories."""

import json
import random

SMALLEST = """{"info":{"images":1,"annotations":1},"licenses":[{"id":1,"name":"a"}],"images":[
{"id":1,"license":1,"file_name":"000000000001.jpg","width":1,"height":1,
"neg_category_ids":[],"not_exhaustive_category_ids":[1]}],"annotations":[
{"id":1,"image_id":1,"category_id":1,"bbox":[0,0,1,1],"area":1,"iscrowd":1,
"segmentation":[[0,0,1,0,1,1,0,1]]}],"categories":[
{"id":1,"name":"a","supercategory":"a","image_count":1,"instance_count":1,"frequency":"r"}]}
"""

NAMES = {"bicycle": "vehicle", "bus": "vehicle", "heron": "animal", "otter": "animal",
         "traffic light": "outdoor", "bench": "outdoor", "kettle": "kitchen", "lemon": "food"}


def frequency(images):
    """The mark of a category that is rare, common or frequent."""
    return "r" if images < 3 else "c" if images < 8 else "f"


def make():
    r = random.Random(64)
    images, labels = [], []
    for n, own in enumerate(r.sample(range(1000, 581000), 14)):
        wide, high = r.choice([(640, 480), (480, 640), (500, 375), (640, 427)])
        odd = n == 8
        here = r.sample(range(1, len(NAMES) + 1), r.randint(1, 3))
        absent = r.sample([n for n in range(1, len(NAMES) + 1) if n not in here], r.randint(0, 2))
        many = here[:1] if odd or r.random() < 0.4 else []
        images.append({"id": own, "license": r.randint(1, 3), "file_name": f"{own:012d}.jpg",
                       "width": wide, "height": high, "neg_category_ids": sorted(absent),
                       "not_exhaustive_category_ids": many})
        for k, kind in enumerate(here + r.choices(here, k=r.randint(0, 2))):
            crowd = odd and k == 0 or r.random() < 0.2
            w, h = r.randint(12, wide // 2), r.randint(12, high // 2)
            x, y = r.choice([r.randint(0, wide - w - 1), wide - w]), r.randint(0, high - h)
            if crowd and kind in many:
                # Only one of these is at the right edge.
                x = wide - w if odd and k == 0 else wide - w - 5
            labels.append({"id": 0, "image_id": own, "category_id": kind, "bbox": [x, y, w, h],
                           "area": w * h, "iscrowd": int(crowd),
                           "segmentation": [[x, y, x + w, y, x + w, y + h, x, y + h]]})
    r.shuffle(labels)
    for label, own in zip(labels, sorted(r.sample(range(1, 99999), len(labels)))):
        label["id"] = own
    kinds = []
    for n, (name, group) in enumerate(NAMES.items(), 1):
        seen = [label["image_id"] for label in labels if label["category_id"] == n]
        kinds.append({"id": n, "name": name, "supercategory": group,
                      "image_count": len(set(seen)), "instance_count": len(seen),
                      "frequency": frequency(len(set(seen)))})
    licenses = [{"id": n, "name": name, "url": f"https://example.org/licenses/{n}"} for n, name in
                enumerate(["Attribution", "Attribution-ShareAlike", "No known restrictions"], 1)]
    info = {"description": "Streets and shores", "version": "1.1", "year": 2024,
            "images": len(images), "annotations": len(labels)}
    parts = {"licenses": licenses, "images": images, "annotations": labels, "categories": kinds}
    body = [f' "{name}": [\n' + ",\n".join("  " + json.dumps(item) for item in items) + "\n ]"
            for name, items in parts.items()]
    return "{\n" + ",\n".join([f' "info": {json.dumps(info)}', *body]) + "\n}\n"


def need(condition):
    if not condition:
        raise ValueError


def pairs(items):
    """An object of JSON; no key may be there twice."""
    need(len(dict(items)) == len(items))
    return dict(items)


def fields(item, optional="", **sorts):
    """The values of the keys that an object must have, each of its type."""
    need(set(sorts) <= set(item) <= set(sorts) | set(optional.split()))
    for key, sort in sorts.items():
        need(type(item[key]) is sort and item[key] != "" and (sort is not int or item[key] >= 0))
    return [item[key] for key in sorts]


def table(items):
    """Objects by their id."""
    found = {item["id"]: item for item in items}
    need(len(found) == len(items) and all(type(own) is int and own > 0 for own in found))
    return found


def shows_bug(text):
    """A crowd at the right edge is of a category whose labels in the image are not complete."""
    data = json.loads(text, object_pairs_hook=pairs)
    info, *parts = fields(data, info=dict, licenses=list, images=list, annotations=list,
                          categories=list)
    licenses, images, labels, kinds = map(table, parts)
    totals = fields(info, "description version year", images=int, annotations=int)
    need(totals == [len(images), len(labels)])
    need(sorted(kinds) == list(range(1, len(kinds) + 1)))
    for item in licenses.values():
        fields(item, "url", id=int, name=str)
    found, seen = False, {own: [] for own in images}
    for label in labels.values():
        _, image, kind, box, area, crowd, shape = fields(
            label, id=int, image_id=int, category_id=int, bbox=list, area=int, iscrowd=int,
            segmentation=list)
        seen[image].append(kinds[kind]["id"])
        x, y, w, h = box
        image = images[image]
        need(all(type(n) is int for n in box) and x >= 0 and y >= 0 and w > 0 and h > 0)
        need(x + w <= image["width"] and y + h <= image["height"])
        need(area == w * h and crowd in (0, 1))
        need(shape == [[x, y, x + w, y, x + w, y + h, x, y + h]])
        found = found or (crowd == 1 and x + w == image["width"]
                          and kind in image["not_exhaustive_category_ids"])
    for own, image in images.items():
        _, license_id, name, _, _, absent, many = fields(
            image, id=int, license=int, file_name=str, width=int, height=int,
            neg_category_ids=list, not_exhaustive_category_ids=list)
        need(name == f"{own:012d}.jpg" and license_id in licenses and seen[own])
        need(all(kinds[kind] for kind in absent + many))
        need(len(set(absent)) == len(absent) and len(set(many)) == len(many))
        need(not set(absent) & set(seen[own]) and set(many) <= set(seen[own]))
    need({image["license"] for image in images.values()} == set(licenses))
    names = {fields(kind, id=int, name=str, supercategory=str, image_count=int,
                    instance_count=int, frequency=str)[1] for kind in kinds.values()}
    need(len(names) == len(kinds))
    for own, kind in kinds.items():
        inside = [part.count(own) for part in seen.values() if own in part]
        need(inside and kind["image_count"] == len(inside))
        need(kind["instance_count"] == sum(inside))
        need(kind["frequency"] == frequency(len(inside)))
    return found
