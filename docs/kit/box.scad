// The box for the Pi, to print: a tray and a lid. Other sizes: openscad -D box_width=130 -D 'part="lid"' -o lid.stl box.scad
include <measures.scad>

part = "tray"; // or "lid"
$fn = 24;
t = box_thick;
board = [t + box_width - pi_board[0] - box_right_gap, t + box_front_gap]; // its corner at the front on the left

module opening(at, size) translate(at) cube(size);

module tray() difference() {
    union() {
        difference() {
            cube([box_width + 2 * t, box_depth + 2 * t, box_height + t]);
            translate([t, t, t]) cube([box_width, box_depth, box_height + 1]);
        }
        for (hole = pi_holes) translate([board[0] + pi_hole_in + hole[0], board[1] + pi_hole_in + hole[1], t - 0.1])
            cylinder(d = 6.5, h = pi_spacer + 0.1);
    }
    for (hole = pi_holes) translate([board[0] + pi_hole_in + hole[0], board[1] + pi_hole_in + hole[1], -1])
        cylinder(d = pi_hole, h = t + pi_spacer + 2);
    sockets = t + pi_sockets[0];
    high = pi_sockets[1] - pi_sockets[0];
    opening([board[0] + pi_usb_c - pi_plug / 2, -1, sockets], [pi_plug, t + 2, high]);
    opening([board[0] + pi_micro_hdmi[0] - pi_plug / 2, -1, sockets],
            [pi_micro_hdmi[1] - pi_micro_hdmi[0] + pi_plug, t + 2, high]);
    opening([t + box_width / 2 - box_ribbon[0] / 2, -1, t + box_height - box_ribbon_down - box_ribbon[1]],
            [box_ribbon[0], t + 2, box_ribbon[1]]);
    opening([t + box_width - 1, board[1] + pi_usb[0], t + pi_usb_high[0]],
            [t + 2, pi_usb[1] - pi_usb[0], pi_usb_high[1] - pi_usb_high[0]]);
    opening([-1, board[1] + pi_card[0] - pi_card[1] / 2, t + pi_card_high[0]],
            [t + 2, pi_card[1], pi_card_high[1] - pi_card_high[0]]);
    for (n = [1:box_buttons])
        translate([t + box_width / (box_buttons + 1) * n, box_depth + t - 1, t + box_height / 2])
            rotate([-90, 0, 0]) cylinder(d = box_socket, h = t + 2);
}

module lid() difference() {
    union() {
        cube([box_width + 2 * t, box_depth + 2 * t, t]);
        translate([t + 0.2, t + 0.2, t - 0.1]) difference() { // a rim that holds it in the tray
            cube([box_width - 0.4, box_depth - 0.4, 4]);
            translate([2, 2, -1]) cube([box_width - 4.4, box_depth - 4.4, 6]);
        }
    }
    for (n = [0:box_slits[3] - 1])
        opening([t + box_width / 2 - box_slits[0] / 2, t + box_depth / 2 + (n - (box_slits[3] - 1) / 2) * box_slits[2] - box_slits[1] / 2, -1],
                [box_slits[0], box_slits[1], t + 2]);
}

if (part == "lid") lid(); else if (part == "tray") tray();
